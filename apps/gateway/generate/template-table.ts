import {
  computedDefault,
  defaultValue,
  type JsonSchema,
  keyframedProperties,
  LayerProperties,
  modifiableProperties,
  openableProperties,
  propertiesOf,
  propertySchema,
  type PropertyShape,
  type Shape,
  shapesWithin,
  TemplateDocument,
} from '#libs/template';
import { describeShape } from '../src/openapi/components.js';
import { typeInWords } from './type-in-words.js';

/** Most characters of a type in the table. Longer types stand in the list below it. */
const MAX_CELL_CHARACTERS = 48;
const SEE_BELOW = 'see below';

interface Row {
  name: string;
  type: string;
  cells: string[];
  description: string | undefined;
}

/** Every class of a template document by its name, with the classes that they extend. */
const CLASSES = new Map<string, Shape>();
for (const shape of shapesWithin(TemplateDocument)) {
  for (let at: Shape | undefined = shape; at; at = parentOf(at)) CLASSES.set(at.name, at);
}

/**
 * The properties that a class of the template document declares, as Markdown: a table, then a list of what does not fit
 * its cells. Properties of an extended class are not in it.
 *
 * @throws Error for a class that the template document does not have
 */
export function templateTable(name: string): string {
  const shape = CLASSES.get(name);
  if (!shape) throw new Error(`the template document has no class ${name}`);
  const isLayer = shape === LayerProperties || shape.prototype instanceof LayerProperties;
  const rows = declaredProperties(shape).map((property) => rowOf(shape, property, isLayer));
  const head = ['property', 'type', 'default', ...(isLayer ? ['keyframes', 'callers'] : [])];
  const table = [head, head.map(() => '-'), ...rows.map(({ cells }) => cells)].map(line).join('\n');
  const notes = rows.flatMap(noteOf);
  return notes.length === 0 ? table : `${table}\n\n${notes.join('\n')}`;
}

function declaredProperties(shape: Shape): PropertyShape[] {
  const parent = parentOf(shape);
  const inherited = parent && propertiesOf(parent);
  return [...propertiesOf(shape).values()].filter(({ name }) => !inherited?.has(name));
}

function parentOf(shape: Shape): Shape | undefined {
  const parent = Object.getPrototypeOf(shape) as Shape;
  return parent.name === '' ? undefined : parent;
}

function rowOf(shape: Shape, property: PropertyShape, isLayer: boolean): Row {
  const { name } = property;
  const schema = propertySchema({ shape, property }, { refTo: (other) => other.name });
  const type = typeInWords(schema, property.constraints);
  const description = describeShape(shape, name);
  const cells = [
    `\`${name}\``,
    type.length > MAX_CELL_CHARACTERS ? SEE_BELOW : type,
    defaultInWords(shape, property, { schema, description }),
    ...(isLayer ? [yes(keyframedProperties(shape).has(name)), callersOf(shape, name)] : []),
  ];
  return { name, type, cells, description };
}

function yes(holds: boolean): string {
  return holds ? 'yes' : '';
}

/** Whether callers may set a property of a layer. */
function callersOf(shape: Shape, name: string): string {
  return openableProperties(shape).includes(name) ? 'if opened' : yes(modifiableProperties(shape).has(name));
}

function defaultInWords(
  shape: Shape,
  property: PropertyShape,
  { schema, description }: { schema: JsonSchema; description: string | undefined },
): string {
  if (!property.optional) return '**required**';
  const computed = computedDefault(shape, property.name);
  if (computed) return computed.text;
  const value = defaultValue(shape, property.name) ?? schema['default'];
  if (value !== undefined) return `\`${JSON.stringify(value)}\``;
  return description !== undefined && /\bDefault\b/.test(description) ? SEE_BELOW : 'none';
}

/** The facts of a row for which the table has no room. */
function noteOf({ name, type, cells, description }: Row): string[] {
  const values = cells.includes(type) ? [] : [`${type}.`];
  const text = [...values, ...(description === undefined ? [] : [description])].join(' ');
  return text === '' ? [] : [`- \`${name}\`: ${text}`];
}

function line(cells: readonly string[]): string {
  return `| ${cells.map((cell) => cell.replaceAll('|', String.raw`\|`)).join(' | ')} |`;
}
