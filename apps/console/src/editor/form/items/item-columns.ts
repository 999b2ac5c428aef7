import { inText, type Json, type JsonObject, objectOf } from '#libs/document';

/** A field of the items of a list. */
export interface ItemColumn {
  readonly name: string;
  readonly label: string;
  /** The type of its values, as variables have them. */
  readonly type: string;
  /** The values that it accepts, if it accepts only some. */
  readonly options: readonly { readonly value: string; readonly label: string }[];
  /** A value for a cell that has none. */
  readonly sample: Json | undefined;
}

/** The items of a list; undefined for another value. */
export function itemsOf(value: unknown): readonly JsonObject[] | undefined {
  if (!Array.isArray(value)) return undefined;
  const items = value.map((item: unknown) => objectOf(item));
  return items.every((item) => item !== undefined) ? items : undefined;
}

/**
 * The columns of declared fields, or else of those that items have.
 *
 * @param fields `fields` of the declaration of the list
 */
export function columnsOf(fields: unknown, items: readonly JsonObject[]): readonly ItemColumn[] {
  const declared = Object.entries(objectOf(fields) ?? {});
  if (declared.length > 0) return declared.map(([name, field]) => declaredColumn(name, objectOf(field) ?? {}));
  const names = [...new Set(items.flatMap((item) => Object.keys(item)))];
  return names.map((name) => {
    const type = typeOf(items.flatMap((item) => item[name] ?? []));
    return { name, label: name, type, options: [], sample: undefined };
  });
}

function declaredColumn(name: string, { label, type, options, ...field }: JsonObject): ItemColumn {
  return {
    name,
    label: typeof label === 'string' ? label : name,
    type: inText(type),
    options: (itemsOf(options) ?? []).map((option) => {
      const value = inText(option['value']);
      return { value, label: inText(option['label'] ?? value) };
    }),
    sample: field['default'] ?? field['example'],
  };
}

function typeOf(values: readonly Json[]): string {
  if (values.length > 0 && values.every((value) => typeof value === 'number')) return 'number';
  if (values.length > 0 && values.every((value) => typeof value === 'boolean')) return 'boolean';
  return values.some((value) => typeof value === 'object') ? 'list' : 'string';
}
