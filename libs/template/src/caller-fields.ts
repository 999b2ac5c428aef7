import { isLayerKind, type LayerKind } from '#libs/document';
import type { TemplateDocument } from './document.js';
import { layersIn } from './document-rules.js';
import { LAYER_CLASSES } from './layers/layer.js';
import { PageModification } from './modifications.js';
import { callerProperties } from './openable.js';
import { componentsOf } from './reuse/shared.js';
import { defaultValue } from './shape/default.js';
import { isPlainObject, listOf, own } from './shape/json.js';
import { propertiesOf, type PropertyShape } from './shape/property-shape.js';
import type { TemplateVariable, VariableType } from './template-variable.js';

/** Kinds of a field's values; they decide how a form edits them. */
export const FIELD_KINDS = [
  ...(['text', 'number', 'length', 'boolean', 'color', 'paint', 'shadow', 'url', 'choice', 'list'] as const),
  ...(['font', 'date', 'money', 'point'] as const),
] as const;
export type FieldKind = (typeof FIELD_KINDS)[number];

/** Values that a field accepts. A bound that does not apply is null. */
export interface FieldBounds {
  minimum: number | null;
  maximum: number | null;
  /** Characters of a string. */
  max_length: number | null;
  /** The only values that are accepted. */
  choices: unknown[] | null;
}

/** A value of a document that a caller may change in one video. */
export interface CallerField extends FieldBounds {
  /** `variables.accent`, `1.background_color` of page 1, `1.headline.text` of its layer, or `1.card.values.title`. */
  path: string;
  page: number | null;
  layer: string | null;
  layer_type: LayerKind | null;
  property: string;
  kind: FieldKind;
  /** The value in the document, else the default of the property; null without either. */
  sample: unknown;
  /** Whether the document has a value of its own. */
  is_set: boolean;
  /** The declaration of a variable; null for a property. */
  variable: TemplateVariable | null;
}

/** The fields of one variable, page or layer. They are made only when they are needed. */
export interface FieldGroup {
  count: number;
  fields(): CallerField[];
}

type Components = ReturnType<typeof componentsOf>;

const PAGE_PROPERTIES = ['background_color', 'page_audio_url'];

/**
 * Everything that a caller may change in a valid document: variables first, then page by page its own fields and those of
 * its layers in paint order, the variables of a component last.
 */
export function callerFields(document: TemplateDocument): FieldGroup[] {
  const variables = Object.entries(document.variables ?? {}).map(([name, variable]) => ({
    count: 1,
    fields: () => [variableField(variable, { ...OF_DOCUMENT, path: `variables.${name}`, property: name })],
  }));
  const components = componentsOf(document);
  return [...variables, ...document.pages.flatMap((page) => pageFields(page, components))];
}

function kindOfType(type: VariableType): FieldKind {
  if (type === 'string') return 'text';
  return type === 'enum' ? 'choice' : type;
}

type FieldPlace = Pick<CallerField, 'path' | 'page' | 'layer' | 'layer_type' | 'property'>;

const OF_DOCUMENT = { page: null, layer: null, layer_type: null } as const;

/** @param given the value that the document gives a variable of a component */
function variableField(variable: TemplateVariable, place: FieldPlace, given?: unknown): CallerField {
  const { type, default: standIn = null, example = null } = variable;
  const value = given ?? standIn;
  const bounds = {
    minimum: numberOf(variable.minimum),
    maximum: numberOf(variable.maximum),
    max_length: numberOf(variable.max_length),
    choices: type === 'enum' ? listOf(variable.options).map((option) => own(option, 'value')) : null,
  };
  const kind = kindOfType(type);
  return { ...place, kind, sample: value ?? example, is_set: value !== null, ...bounds, variable };
}

function numberOf(value: unknown): number | null {
  return typeof value === 'number' ? value : null;
}

function pageFields(page: TemplateDocument['pages'][number], components: Components): FieldGroup[] {
  const { number } = page;
  const shapes = propertiesOf(PageModification);
  const place = { page: number, layer: null, layer_type: null };
  const ownFields = () =>
    PAGE_PROPERTIES.map((property) => {
      const sample = own(page, property) ?? null;
      const found = {
        ...place,
        path: `${number}.${property}`,
        property,
        sample,
        is_set: sample !== null,
        variable: null,
      };
      return { ...found, ...accepted(shapes.get(property)!) };
    });
  const layers = [...layersIn(page.layers, [])].flatMap(({ value }) => layerFields(number, value, components));
  return [{ count: PAGE_PROPERTIES.length, fields: ownFields }, ...layers];
}

function layerFields(page: number, layer: unknown, components: Components): FieldGroup[] {
  const type = own(layer, 'type');
  const name = own(layer, 'name');
  if (!isPlainObject(layer) || !isLayerKind(type) || typeof name !== 'string') return [];
  const kind = LAYER_CLASSES[type];
  const properties = [...callerProperties(kind, layer)];
  const ofLayer = properties.filter((property) => property !== VALUES);
  const variables =
    ofLayer.length < properties.length ? variablesOf(components.get(String(own(layer, 'component')))) : [];
  const fields = () => [
    ...ofLayer.map((property) => {
      const value = own(layer, property);
      const sample: unknown = value ?? defaultValue(kind, property) ?? null;
      const place = { path: `${page}.${name}.${property}`, page, layer: name, layer_type: type, property };
      return {
        ...place,
        sample,
        is_set: value !== undefined,
        variable: null,
        ...accepted(propertiesOf(kind).get(property)!),
      };
    }),
    ...variables.map(([variable, declaration]) => {
      const property = `${VALUES}.${variable}`;
      const place = { path: `${page}.${name}.${property}`, page, layer: name, layer_type: type, property };
      return variableField(declaration, place, own(own(layer, VALUES), variable));
    }),
  ];
  return [{ count: ofLayer.length + variables.length, fields }];
}

/** The property of a layer with the values for the variables of its component. */
const VALUES = 'values';

function variablesOf(component: unknown): [string, TemplateVariable][] {
  const declared = own(component, 'variables');
  return isPlainObject(declared) ? (Object.entries(declared) as [string, TemplateVariable][]) : [];
}

/** The kind and the bounds of a property, as its class declares them. */
function accepted(property: PropertyShape): FieldBounds & { kind: FieldKind } {
  const rule = (name: string) => property.constraints.find((constraint) => constraint.name === name)?.arguments[0];
  const kind = kindOf(property);
  const bound = (value: unknown) => (HAS_BOUNDS.has(kind) && typeof value === 'number' ? value : null);
  return {
    kind,
    minimum: bound(rule('min')),
    maximum: bound(rule('max')),
    // The longest of the choices is no bound that a caller could use; a choice of numbers has none at all.
    max_length: kind !== 'choice' && Number.isFinite(property.maxCharacters) ? property.maxCharacters : null,
    choices: kind === 'choice' ? [...listOf(rule('isIn'))] : null,
  };
}

/** Kinds whose numbers have bounds. Those of a length are pixels. */
const HAS_BOUNDS: ReadonlySet<FieldKind> = new Set(['number', 'length']);

const KIND_OF_RULE: Readonly<Record<string, FieldKind>> = {
  isArray: 'list',
  isWebUrl: 'url',
  isPosition: 'length',
  isExtent: 'length',
  isFrameLength: 'length',
  isColor: 'color',
  isPaint: 'paint',
  isShadowList: 'shadow',
  isIn: 'choice',
  isBoolean: 'boolean',
  isNumber: 'number',
};

function kindOf({ constraints, nested }: PropertyShape): FieldKind {
  if (nested?.holder === 'value') return 'point';
  return constraints.map(({ name }) => KIND_OF_RULE[name]).find((kind) => kind !== undefined) ?? 'text';
}
