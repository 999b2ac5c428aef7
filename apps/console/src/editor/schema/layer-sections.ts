import type { Json } from '#libs/document';
import { type Control, controlOf } from './control.ts';
import { layerSchema, type PropertySchema, type TemplateSchema } from './template-schema.ts';

export interface Field {
  /** The name of the property in the document. */
  readonly name: string;
  /** The name in words. */
  readonly label: string;
  readonly schema: PropertySchema;
  readonly control: Control;
  readonly required: boolean;
  /** The words for an option, if they are not the option itself. */
  readonly words?: (option: Json) => string;
}

export interface Section {
  readonly title: string;
  readonly fields: readonly Field[];
}

/** Properties that every kind of layer has, by section. Those of one kind alone come before them. */
const COMMON_SECTIONS: Readonly<Record<string, readonly string[]>> = {
  Place: [
    'x',
    'y',
    'width',
    'height',
    'rotation',
    'scale',
    'anchor_x',
    'anchor_y',
    'left',
    'right',
    'top',
    'bottom',
    'center_x',
    'center_y',
  ],
  Layout: ['min_width', 'max_width', 'min_height', 'max_height', 'grow', 'align_self', 'in_flow'],
  Time: ['start', 'duration', 'enter', 'exit', 'loop_animation'],
  Keyframes: ['keyframes'],
  Look: [
    'style',
    'visible',
    'opacity',
    'blend_mode',
    'mask',
    'blur',
    'blur_edge',
    'brightness',
    'contrast',
    'saturation',
    'hue_rotate',
  ],
  Callers: ['open'],
};
const COMMON = new Set(Object.values(COMMON_SECTIONS).flat());
/** Properties that are edited in the list of layers instead: names, locks, and the layers of a group or stack. */
const ELSEWHERE = new Set(['type', 'name', 'locked', 'layers']);

/** The form of a layer of `kind`, from the template schema. */
export function layerSections(schema: TemplateSchema, kind: string): readonly Section[] {
  const layer = layerSchema(schema, kind);
  if (!layer) return [];
  const fields = objectFields(layer.properties, layer.required);
  const own = fields.filter(({ name }) => !COMMON.has(name) && !ELSEWHERE.has(name));
  const byName = new Map(fields.map((field) => [field.name, amongProperties(field, layer.properties)]));
  const common = Object.entries(COMMON_SECTIONS).map(([title, names]) => ({
    title,
    fields: names.flatMap((name) => byName.get(name) ?? []),
  }));
  return [{ title: inWords(kind), fields: own }, ...common].filter((section) => section.fields.length > 0);
}

/** A field whose values name properties of its layer, with those that the layer has. */
function amongProperties(field: Field, properties: Readonly<Record<string, PropertySchema>>): Field {
  if (field.control.kind !== 'several') return field;
  const options = field.control.options.filter((name) => typeof name === 'string' && name in properties);
  return { ...field, control: { kind: 'several', options } };
}

/** The fields of an object of the document: a page, an animation, a sound track. */
export function objectFields(
  properties: Readonly<Record<string, PropertySchema>>,
  required: readonly string[] = [],
): readonly Field[] {
  return Object.entries(properties).map(([name, schema]) => ({
    name,
    label: inWords(name),
    schema,
    control: controlOf(schema),
    required: required.includes(name),
  }));
}

/** "text_color" as "Text color". */
export function inWords(name: string): string {
  const words = name.replaceAll('_', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}
