/** The column of an entity's field, as MikroORM's naming strategy derives it: `durationS` → `duration_s`. */
export function columnOf(field: string): string {
  return field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

/** The columns of fields as the list of a SELECT, each named by its field. */
export function selectList(fields: readonly string[], casts: Readonly<Record<string, string>> = {}): string {
  return fields.map((field) => `${columnOf(field)}${casts[field] ? `::${casts[field]}` : ''} AS "${field}"`).join(', ');
}
