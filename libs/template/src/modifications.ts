import { ArrayMaxSize, IsArray, IsInt, IsObject, IsOptional, IsString, Length, Max, Min } from 'class-validator';
import { MAX_PAGES, MAX_VARIABLES } from './document.js';
import { LAYER_CLASSES, MAX_LAYERS } from './layers/layer.js';
import { modifiableProperties } from './modifiable.js';
import { defineRule } from './rules/define-rule.js';
import { HasMaxMembers } from './rules/has-max-members.js';
import { IsPaint } from './rules/is-paint.js';
import { IsWebUrl } from './rules/is-web-url.js';
import { OpenProperties } from './shape/open-properties.js';
import { propertiesOf, type PropertyShape } from './shape/property-shape.js';
import { Nested } from './shape/nested.js';

let meanings: ReadonlyMap<string, readonly PropertyShape[]> | undefined;

/** Every property that callers may set in some layer kind, with its declarations in those kinds. */
function modifiableMeanings(): ReadonlyMap<string, readonly PropertyShape[]> {
  if (meanings) return meanings;
  const found = new Map<string, PropertyShape[]>();
  for (const kind of Object.values(LAYER_CLASSES)) {
    for (const name of modifiableProperties(kind)) {
      found.set(name, [...(found.get(name) ?? []), propertiesOf(kind).get(name)!]);
    }
  }
  return (meanings = found);
}

/**
 * New values for one layer's properties, as far as its kind lets callers set them. The kind is known only beside the
 * template, so here a value is accepted when it suits at least one kind that has the property.
 */
@OpenProperties(modifiableMeanings)
export class LayerModification {
  @IsString()
  @Length(1, 120)
  name: string;

  [property: string]: unknown;
}

/** New values for one page and its layers. */
export class PageModification {
  @IsInt()
  @Min(1)
  @Max(MAX_PAGES)
  number: number;

  @IsOptional()
  @IsString()
  @IsPaint()
  background_color?: string;

  @IsOptional()
  @IsString()
  @IsWebUrl()
  page_audio_url?: string;

  @IsOptional()
  @IsArray()
  @ArrayMaxSize(MAX_LAYERS)
  @Nested(() => LayerModification, { each: true })
  layers?: LayerModification[];
}

/** What a caller changes about a template for one video (docs/template/variables.md). */
export class Modifications {
  @IsOptional()
  @IsArray()
  @ArrayMaxSize(MAX_PAGES)
  @Nested(() => PageModification, { each: true })
  pages?: PageModification[];

  /** Values for the document's variables, by name. */
  @IsOptional()
  @IsObject()
  @HasMaxMembers(MAX_VARIABLES)
  @HoldsVariableValues()
  variables?: Record<string, unknown>;
}

/** Any of them may be an address; what each must be is known beside the template's declarations. */
function HoldsVariableValues(): PropertyDecorator {
  return defineRule({
    name: 'holdsVariableValues',
    code: 'INVALID_TYPE',
    types: ['object'],
    message: 'must be an object',
    isAddress: true,
    test: () => true,
  });
}
