import type { Opt } from '@mikro-orm/postgresql';

type SnakeCase<Name extends string> = Name extends `${infer First}${infer Rest}`
  ? `${First extends Uppercase<First> ? (First extends Lowercase<First> ? First : `_${Lowercase<First>}`) : First}${SnakeCase<Rest>}`
  : Name;

/** The name of a field's column. That of a relation ends with `_id`, because it holds the id of the other row. */
type ColumnName<Field extends string, Value> =
  NonNullable<Value> extends { id: string } ? `${SnakeCase<Field>}_id` : SnakeCase<Field>;

/** The type of a value that was read. It lacks the mark that MikroORM gives columns with a default. */
type RawValue<Value> = Value extends undefined
  ? never
  : Value extends Date
    ? string
    : Value extends { id: infer Id extends string }
      ? Id
      : Value extends Opt<infer Plain>
        ? Plain
        : Value;

/**
 * Columns of an entity's table as `em.execute` returns them: named in snake case, with times as text and relations as
 * ids. Statements in SQL take the types of their rows from the entity this way.
 */
export type RawRow<Entity, Field extends keyof Entity & string> = {
  [Each in Field as ColumnName<Each, Entity[Each]>]: RawValue<Entity[Each]>;
};
