import { UnderscoreNamingStrategy } from '@mikro-orm/postgresql';

const NAMING = new UnderscoreNamingStrategy();

/** The column of an entity's field, as MikroORM's naming strategy derives it: `durationS` → `duration_s`. */
export function columnOf(field: string): string {
  return NAMING.propertyToColumnName(field);
}

/** The columns of fields as the list of a SELECT, each named by its field. */
export function selectList(fields: readonly string[], casts: Readonly<Record<string, string>> = {}): string {
  return fields.map((field) => `${columnOf(field)}${casts[field] ? `::${casts[field]}` : ''} AS "${field}"`).join(', ');
}
