/** The part of JSON Schema that the API's requests use. */
interface Schema {
  $ref?: string;
  type?: string | string[];
  const?: unknown;
  enum?: unknown[];
  default?: unknown;
  examples?: unknown[];
  format?: string;
  minimum?: number;
  exclusiveMinimum?: number;
  maximum?: number;
  items?: Schema;
  anyOf?: Schema[];
  oneOf?: Schema[];
  required?: string[];
  properties?: Record<string, Schema>;
  additionalProperties?: boolean | Schema;
}

interface Operation {
  /** Present where no key is enough. */
  security?: object[];
  parameters?: { name: string; in: string; schema: Schema }[];
  requestBody?: { content: Record<string, { schema: Schema; example?: object }> };
}

/** The parts of the OpenAPI document that describe requests. */
export interface RequestsDocument {
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, Schema> };
}

/** A property of an object of this schema, an element of an array, or an entry of a map. */
type Step = { property: string; of: Schema } | 'element' | 'entry';

/** A number of a request, and how to reach it. */
export interface NumberField {
  /** The request and the path of the number in it, for messages. */
  name: string;
  method: string;
  path: string;
  /** Whether the request is one of a user, not of a key. */
  needsSession: boolean;
  isQuery: boolean;
  /** Whether an earlier request has it too, as a property of the same class. */
  isKnown: boolean;
  /** The property that holds the number. */
  property: string;
  min?: number;
  max?: number;
  /** The only accepted numbers. */
  members?: number[];
  /** From the body to the number. */
  steps: Step[];
  /** The example of the body. */
  example: object;
}

const LAYER = 'row 0';
const PLACEHOLDERS: Readonly<Record<string, unknown>> = { uri: 'https://example.com/a.png', string: LAYER };

/** Every number of every request in an OpenAPI document. A class is entered once for each operation. */
export class RequestNumbers {
  readonly fields: NumberField[] = [];
  private readonly schemas: Record<string, Schema>;
  /** The numbers found so far, by the properties of their class. */
  private readonly found = new Map<object, Set<string>>();

  constructor({ paths, components }: RequestsDocument) {
    this.schemas = components.schemas;
    for (const [path, item] of Object.entries(paths)) {
      for (const [method, operation] of Object.entries(item)) this.read(method.toUpperCase(), path, operation);
    }
  }

  /** The body of a field's request with a value for the number; the rest is its example, or as little as is valid. */
  bodyWith({ steps, example }: NumberField, value: number, given: object): unknown {
    return this.build(steps, value, { ...example, ...given });
  }

  private read(method: string, path: string, { parameters = [], requestBody, security }: Operation): void {
    const request = { method, path, needsSession: security !== undefined };
    for (const { name, in: place, schema } of parameters) {
      if (!isNumber(schema)) continue;
      if (place !== 'query') throw new Error(`${method} ${path} has a number outside of query and body`);
      const at = { ...request, property: name, isQuery: true, isKnown: false, steps: [], example: {} };
      this.fields.push({ ...at, name: `${method} ${path}?${name}`, ...boundsOf(schema) });
    }
    const { schema, example = {} } = requestBody?.content['application/json'] ?? {};
    if (!schema) return;
    this.walk(schema, [], new Set(), (steps, bounds) => {
      const names = steps.flatMap((step) => (typeof step === 'string' ? [] : [step.property]));
      const at = { ...request, property: names.at(-1)!, isQuery: false, isKnown: this.isKnown(steps), steps, example };
      this.fields.push({ ...at, name: `${method} ${path} ${names.join('.')}`, ...bounds });
    });
  }

  /** Whether the number at the end of the way has been found before; from now on it has. */
  private isKnown(way: readonly Step[]): boolean {
    const last = way.findLast((step) => typeof step !== 'string')!;
    const names = this.found.get(last.of.properties!) ?? new Set();
    this.found.set(last.of.properties!, names);
    const isKnown = names.has(last.property);
    names.add(last.property);
    return isKnown;
  }

  private walk(schema: Schema, way: Step[], seen: Set<string>, found: (way: Step[], bounds: Bounds) => void): void {
    if (schema.$ref !== undefined) {
      if (seen.has(schema.$ref)) return;
      seen.add(schema.$ref);
    }
    const { properties = {}, items, additionalProperties: entries, ...rest } = this.resolve(schema);
    const of = { properties, ...rest };
    const alternatives = rest.oneOf ?? rest.anyOf ?? [];
    if (alternatives.some(({ type }) => type === 'boolean')) return; // the value of a variable, of any type
    if (isNumber(rest)) found(way, boundsOf(rest));
    for (const each of alternatives) this.walk(each, way, seen, found);
    for (const [property, each] of Object.entries(properties)) this.walk(each, [...way, { property, of }], seen, found);
    if (items) this.walk(items, [...way, 'element'], seen, found);
    if (typeof entries === 'object') this.walk(entries, [...way, 'entry'], seen, found);
  }

  private build([step, ...further]: readonly Step[], value: number, example?: object): unknown {
    if (step === undefined) return value;
    const inner = this.build(further, value);
    if (step === 'element') return [inner];
    if (step === 'entry') return { accent: inner };
    const rest = (example ?? this.least(step.of)) as object;
    return { ...rest, [step.property]: inner };
  }

  /** The least value that a schema accepts. */
  private least(schema: Schema): unknown {
    const { oneOf, anyOf, type, required = [], properties = {}, ...rest } = this.resolve(schema);
    const given = [rest.const, rest.enum?.[0], rest.examples?.[0], rest.default].find((each) => each !== undefined);
    if (given !== undefined) return given;
    const alternative = (oneOf ?? anyOf)?.[0];
    if (alternative) return this.least(alternative);
    switch ([type].flat()[0]) {
      case 'object':
        return Object.fromEntries(required.map((name) => [name, this.least(properties[name]!)]));
      case 'array':
        return rest.items ? [this.least(rest.items)] : [];
      case 'number':
      case 'integer':
        return rest.minimum ?? 1;
      case 'boolean':
        return true;
      default:
        return PLACEHOLDERS[rest.format ?? 'string'];
    }
  }

  private resolve(schema: Schema): Schema {
    return schema.$ref === undefined ? schema : this.schemas[schema.$ref.split('/').at(-1)!]!;
  }
}

type Bounds = Pick<NumberField, 'min' | 'max' | 'members'>;

function boundsOf({ enum: members, const: only, minimum, exclusiveMinimum, maximum }: Schema): Bounds {
  const set = members ?? (only === undefined ? undefined : [only]);
  return { min: minimum ?? exclusiveMinimum, max: maximum, ...(set && { members: set as number[] }) };
}

function isNumber({ type }: Schema): boolean {
  const types = [type].flat();
  return (types.includes('number') || types.includes('integer')) && !types.includes('boolean');
}
