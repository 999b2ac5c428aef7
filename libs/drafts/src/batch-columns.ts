import type { LayerKind } from '#libs/document';
import { CreateBatchBody } from '#libs/contracts';
import {
  callerProperties,
  closedBecause,
  didYouMean,
  jsonTypeOf,
  type Fault,
  type FaultCode,
  LAYER_CLASSES,
  layersIn,
  PageModification,
  propertiesOf,
  type PropertyShape,
  type Shape,
  type TemplateDocument,
} from '#libs/template';

/** A type of JSON that a property accepts. */
type ValueType = 'string' | 'number' | 'boolean' | 'array' | 'object';

/** The target that a column of a batch's rows sets. */
type ColumnTarget =
  | { kind: 'layer'; page: number; layer: string; property: string }
  | { kind: 'component'; page: number; layer: string; variable: string }
  | { kind: 'page'; page: number; property: string }
  | { kind: 'variable'; name: string }
  | { kind: 'option'; name: string };

/** A column of a batch's rows. */
export interface BatchColumn {
  /** Its name in the rows. */
  name: string;
  target: ColumnTarget;
  /** Types that the target accepts: the text of a CSV is converted to one of them. */
  types: ValueType[];
}

/** Options of a video that may differ from row to row, as `video.<option>`. */
const ROW_OPTIONS: readonly string[] = [
  ...['size', 'sizes', 'metadata', 'webhook_url', 'audio_url', 'loudness', 'fps', 'key_frame_interval', 'max_width'],
  'loop',
];
/** The property of a layer with the values for the variables of its component. */
const VALUES = 'values';
const PAGE_PROPERTIES: readonly string[] = ['background_color', 'page_audio_url'];
const MAX_NAME_CHARACTERS = 200;

type Found = { target: ColumnTarget; types: ValueType[] } | { problem: string };

/**
 * Finds what each column sets in a template. With a mapping, only the columns that it lists are used.
 *
 * @param names the columns of the rows
 * @returns the columns, or a fault for each that sets nothing
 */
export function readColumns(
  names: readonly string[],
  mapping: Readonly<Record<string, string>> | undefined,
  template: TemplateDocument,
): { columns: BatchColumn[]; faults: Fault[] } {
  const known = new Set(names);
  const wanted = mapping ? Object.entries(mapping) : names.map((name) => [name, name] as const);
  const place = (name: string): string => (mapping ? `mapping.${name}` : `rows[0].${name}`);
  const columns: BatchColumn[] = [];
  const faults: Fault[] = [];
  const taken = new Map<string, string>();
  for (const [name, path] of wanted) {
    const refuse = (problem: string): void => {
      faults.push(batchFault(place(name), 'INVALID_VALUE', `column ${shorten(name)}: ${problem}`, path));
    };
    if (!known.has(name)) refuse(`no row has it${didYouMean(name, names)}`);
    else if (taken.has(path)) refuse(`${shorten(path)} is set by column ${shorten(taken.get(path)!)} already`);
    else {
      const found = findTarget(path, template);
      if ('problem' in found) refuse(found.problem);
      else columns.push({ name, ...found });
    }
    taken.set(path, name);
  }
  return { columns, faults };
}

export function batchFault(field: string, code: FaultCode, message: string, value: unknown): Fault {
  return { field: field.slice(0, 512), code, message, value: typeof value === 'string' ? value.slice(0, 256) : value };
}

function findTarget(path: string, template: TemplateDocument): Found {
  const [first = '', ...rest] = path.split('.');
  if (first === 'video') return findOption(rest.join('.'));
  if (!/^[1-9]\d{0,3}$/.test(first)) return findVariable(path, template);
  const page = Number(first);
  const property = rest.pop() ?? '';
  const found = template.pages[page - 1];
  if (!found) return { problem: `the template has no page ${page}, its last page is ${template.pages.length}` };
  if (rest.length === 0) return findPageProperty(page, property);
  const target = { page, layer: rest.join('.'), property };
  const layers = new Map([...layersIn(found.layers, [])].map(({ value }) => [String(value['name']), value]));
  const [component] = rest.at(-1) === VALUES && !layers.has(target.layer) ? [rest.slice(0, -1).join('.')] : [];
  if (component === undefined) return findLayerProperty(target, layers);
  return findComponentVariable({ page, layer: component, variable: property }, layers, template);
}

function findOption(name: string): Found {
  if (!ROW_OPTIONS.includes(name)) {
    const options = ROW_OPTIONS.map((option) => `video.${option}`);
    return { problem: `a column may set ${options.join(', ')}, not ${shorten(`video.${name}`)}` };
  }
  return { target: { kind: 'option', name }, types: typesOf(CreateBatchBody, name) };
}

function findVariable(name: string, { variables = {} }: TemplateDocument): Found {
  const types = typesOfVariable(name, variables);
  if (types) return { target: { kind: 'variable', name }, types };
  return { problem: `the template has no variable ${shorten(name)}${didYouMean(name, Object.keys(variables))}` };
}

type Variables = NonNullable<TemplateDocument['variables']>;

function typesOfVariable(name: string, variables: Variables): ValueType[] | undefined {
  const variable = Object.hasOwn(variables, name) ? variables[name] : undefined;
  return variable && [jsonTypeOf(variable.type)];
}

function findPageProperty(page: number, property: string): Found {
  if (PAGE_PROPERTIES.includes(property)) {
    return { target: { kind: 'page', page, property }, types: typesOf(PageModification, property) };
  }
  return {
    problem: `of a page a column may set ${PAGE_PROPERTIES.join(' and ')}, of a layer <page>.<layer>.<property>`,
  };
}

type Layers = ReadonlyMap<string, Record<string, unknown>>;

/** A variable of the component that a layer shows, if the layer opens its values. */
function findComponentVariable(
  target: { page: number; layer: string; variable: string },
  layers: Layers,
  { components = {} }: TemplateDocument,
): Found {
  const found = findLayerProperty({ ...target, property: VALUES }, layers);
  if ('problem' in found) return found;
  const component = String(layers.get(target.layer)!['component']);
  const variables = (Object.hasOwn(components, component) && components[component]?.variables) || {};
  const types = typesOfVariable(target.variable, variables);
  if (types) return { target: { kind: 'component', ...target }, types };
  const proposal = didYouMean(target.variable, Object.keys(variables));
  return { problem: `${component} has no variable ${shorten(target.variable)}${proposal}` };
}

function findLayerProperty(target: { page: number; layer: string; property: string }, layers: Layers): Found {
  const layer = layers.get(target.layer);
  if (!layer) {
    const proposal = didYouMean(target.layer, layers.keys());
    return { problem: `page ${target.page} has no layer ${shorten(target.layer)}${proposal}` };
  }
  const kind = layer['type'] as LayerKind;
  const names = callerProperties(LAYER_CLASSES[kind], layer);
  if (!names.has(target.property)) {
    const proposal = didYouMean(target.property, names);
    return { problem: closedBecause(LAYER_CLASSES[kind], kind, shorten(target.property)) + proposal };
  }
  return { target: { kind: 'layer', ...target }, types: typesOf(LAYER_CLASSES[kind], target.property) };
}

function typesOf(shape: Shape, property: string): ValueType[] {
  const declared = propertiesOf(shape).get(property)!;
  const ofWhole = declared.constraints.filter(({ each }) => !each);
  return [...new Set(ofWhole.flatMap((constraint) => acceptedBy(constraint)))];
}

function acceptedBy({ name, types, arguments: [list] }: PropertyShape['constraints'][number]): ValueType[] {
  if (name !== 'isIn' || !Array.isArray(list)) return [...types];
  return list.map((value) => typeof value as ValueType);
}

function shorten(text: string): string {
  return text.length <= MAX_NAME_CHARACTERS ? text : `${text.slice(0, MAX_NAME_CHARACTERS)}…`;
}
