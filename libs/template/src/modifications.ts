import { ArrayMaxSize, IsArray, IsInt, IsObject, IsOptional, IsString, Length, Max, Min } from 'class-validator';
import { MAX_LAYERS, MAX_PAGES, MAX_VARIABLES } from './document-limits.js';
import { LAYER_CLASSES } from './layers/layer.js';
import { TemplatePage } from './page.js';
import { modifiableProperties } from './modifiable.js';
import { openableProperties } from './openable.js';
import { HasMaxMembers } from './rules/has-max-members.js';
import { IsLocale } from './rules/is-locale.js';
import { IsPaint } from './rules/is-paint.js';
import { HoldsVariableValues } from './rules/holds-variable-values.js';
import { IsWebUrl } from './rules/is-web-url.js';
import { OpenProperties } from './shape/open-properties.js';
import { propertiesOf, type PropertyShape } from './shape/property-shape.js';
import { Nested } from './shape/nested.js';
import { ExplainsUnknown } from './shape/unknown-fields.js';

/** The reason why a property that layers or pages have cannot be set. */
const FIXED = 'is not modifiable by a caller: only the template sets it';

/** Every property that callers may set in some layer kind, opened ones included, with its declarations in those kinds. */
function modifiableMeanings(): ReadonlyMap<string, readonly PropertyShape[]> {
  const found = new Map<string, PropertyShape[]>();
  for (const kind of Object.values(LAYER_CLASSES)) {
    for (const name of [...modifiableProperties(kind), ...openableProperties(kind)]) {
      found.set(name, [...(found.get(name) ?? []), propertiesOf(kind).get(name)!]);
    }
  }
  return found;
}

/**
 * New values for properties of one layer. Which properties a caller may set depends on the kind of the layer and on its
 * `open`. Both are known only together with the template, so this check accepts a value that is valid for at least one
 * kind.
 */
@OpenProperties(modifiableMeanings)
@ExplainsUnknown((name) =>
  Object.values(LAYER_CLASSES).some((kind) => propertiesOf(kind).has(name)) ? FIXED : undefined,
)
export class LayerModification {
  /** The name of the layer of the template. */
  @IsString()
  @Length(1, 120)
  name: string;

  [property: string]: unknown;
}

/** New values for one page and its layers. */
@ExplainsUnknown((name) => (propertiesOf(TemplatePage).has(name) ? FIXED : undefined))
export class PageModification {
  /** The `number` of the page of the template. */
  @IsInt()
  @Min(1)
  @Max(MAX_PAGES)
  number: number;

  /** CSS color or gradient in place of that of the page. */
  @IsOptional()
  @IsString()
  @IsPaint()
  background_color?: string;

  /** URL of a sound that replaces the sound of the page. */
  @IsOptional()
  @IsString()
  @IsWebUrl()
  page_audio_url?: string;

  /** Changes to layers of the page, by name. */
  @IsOptional()
  @IsArray()
  @ArrayMaxSize(MAX_LAYERS)
  @Nested(() => LayerModification, { each: true })
  layers?: LayerModification[];
}

/** Changes to a template for one video (docs/template/variables.md). */
export class Modifications {
  /** Changes to pages and their layers, by number and name. */
  @IsOptional()
  @IsArray()
  @ArrayMaxSize(MAX_PAGES)
  @Nested(() => PageModification, { each: true })
  pages?: PageModification[];

  /** Values of the variables of the document, by name. */
  @IsOptional()
  @IsObject()
  @HasMaxMembers(MAX_VARIABLES)
  @HoldsVariableValues()
  variables?: Record<string, unknown>;

  /** Language and region for which expressions format, in place of that of the document: a tag of BCP 47. */
  @IsOptional()
  @IsString()
  @IsLocale()
  locale?: string;
}
