import { type Json } from '#libs/document';
import { columnsOf, itemsOf } from '../form/items/item-columns.ts';
import { ItemTable } from '../form/items/item-table.tsx';
import type { CallerInputProps } from './caller-input-props.ts';
import { CallerJson } from './caller-json.tsx';

/** Most items of a list that declares no other number. */
const MOST_ITEMS = 200;

/** The items of a list in a table, at first those of the template; as JSON where their fields are not known. */
export function CallerItems(props: CallerInputProps) {
  const { field, value, onValue } = props;
  const items = itemsOf(value ?? field.sample ?? []);
  const columns = columnsOf(field.variable?.fields, [...(items ?? []), ...(itemsOf(field.sample) ?? [])]);
  if (!items || columns.length === 0) return <CallerJson {...props} />;
  const put = (next: readonly Json[]) => onValue(next);
  const most = field.variable?.max_items ?? MOST_ITEMS;
  return <ItemTable label={field.path} columns={columns} items={items} most={most} onItems={put} />;
}
