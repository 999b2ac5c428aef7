import { pythonType, type Schema } from './python-types.js';

const REFERENCE = /"#\/components\/schemas\/(\w+)"/g;

/** The objects of the API by their names in Python: those with a schema, and those within other schemas. */
export class PythonObjects {
  private readonly found = new Map<string, Schema>();
  private readonly names = new Map<string, string>();

  constructor(private readonly schemas: Readonly<Record<string, Schema>>) {}

  /** The type of a schema; the objects that it needs are added. */
  typeOf(schema: Schema, proposal: string): string {
    for (const [, name] of JSON.stringify(schema).matchAll(REFERENCE)) this.add(name!);
    return pythonType(schema, proposal, (object, name) => this.nameOf(object, name));
  }

  /** Adds an object by the name of its schema, and returns the name. */
  add(name: string): string {
    if (!this.found.has(name)) this.found.set(name, this.schemas[name]!);
    return name;
  }

  /** The type of the entries of a page of a list. */
  entryOf(page: string): string {
    const { items } = this.found.get(page)!.properties!['data']!;
    return this.typeOf(items!, `${page}Entry`);
  }

  /** Every object and its schema. It can grow while it is iterated: their types add those within them. */
  entries(): IterableIterator<[string, Schema]> {
    return this.found.entries();
  }

  /** Equal objects have one name. */
  private nameOf(object: Schema, proposal: string): string {
    const key = JSON.stringify(object);
    const name = this.names.get(key) ?? proposal;
    this.names.set(key, name);
    if (!this.found.has(name)) this.found.set(name, object);
    return name;
  }
}
