import { objectOf, valueAt } from '#libs/document';
import { useEditorState } from '../../model/editor-model.ts';
import { documentOf } from '../../model/editor-state.ts';
import type { ControlProps } from '../controls/control-props.ts';
import { JsonControl } from '../controls/json-control.tsx';
import { columnsOf, itemsOf } from './item-columns.ts';
import { ItemTable } from './item-table.tsx';

const MOST_ITEMS = 200;

/** The default or the example of a variable: the items of a list in a table, any other value as JSON. */
export function VariableValueControl(props: ControlProps) {
  const { field, property } = props;
  const path = property.path?.slice(0, -1) ?? [];
  const { type, fields, max_items } = objectOf(useEditorState((state) => valueAt(documentOf(state), path))) ?? {};
  const items = itemsOf(property.value ?? []);
  const columns = columnsOf(fields, items ?? []);
  if (type !== 'list' || !items || columns.length === 0) return <JsonControl {...props} />;
  return (
    <ItemTable
      label={field.label}
      columns={columns}
      items={items}
      most={typeof max_items === 'number' ? max_items : MOST_ITEMS}
      onItems={(next) => {
        property.set(next);
        property.settle();
      }}
    />
  );
}
