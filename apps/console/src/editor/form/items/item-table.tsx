import type { ClipboardEvent } from 'react';
import type { JsonObject } from '#libs/document';
import { Button } from '../../../ui/button.tsx';
import { Menu, MenuItem, MenuSeparator } from '../../../ui/menu.tsx';
import { ToolButton } from '../../ui/tool-button.tsx';
import { ItemCell } from './item-cell.tsx';
import type { ItemColumn } from './item-columns.ts';
import styles from './item-table.module.css';
import { pastedCells, withCell, withPasted } from './pasted-items.ts';

interface ItemTableProps {
  /** The name of the list, for screen readers. */
  label: string;
  columns: readonly ItemColumn[];
  items: readonly JsonObject[];
  /** Most items. */
  most: number;
  onItems: (items: readonly JsonObject[]) => void;
}

/**
 * The items of a list: a row for each, with a cell for each field. Cells of a spreadsheet are pasted from the cell with
 * the focus on, to the right and down.
 */
export function ItemTable({ label, columns, items, most, onItems }: ItemTableProps) {
  const paste = (event: ClipboardEvent, row: number, column: number) => {
    const cells = pastedCells(event.clipboardData.getData('text/plain'), most);
    if (!cells) return;
    event.preventDefault();
    onItems(withPasted(items, cells, { columns, at: { row, column }, most }));
  };
  return (
    <div className={styles.items}>
      <div className={styles.room}>
        <table className={styles.table} aria-label={label}>
          <thead>
            <tr>
              <th scope="col">
                <span className="visually-hidden">Item</span>
              </th>
              {columns.map((column) => (
                <th key={column.name} scope="col" title={column.name}>
                  {column.label}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {items.map((item, row) => (
              <tr key={row}>
                <th scope="row">
                  <ItemMenu label={label} row={row} items={items} most={most} onItems={onItems} />
                </th>
                {columns.map((column, position) => (
                  <td key={column.name} onPaste={(event) => paste(event, row, position)}>
                    <ItemCell
                      column={column}
                      value={item[column.name]}
                      label={`${column.label} of item ${row + 1}`}
                      onValue={(value) => onItems(items.with(row, withCell(item, column.name, value)))}
                    />
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <div onPaste={(event) => paste(event, items.length, 0)}>
        <Button size="small" disabled={items.length >= most} onClick={() => onItems([...items, {}])}>
          Add item
        </Button>
      </div>
    </div>
  );
}

interface ItemMenuProps extends Pick<ItemTableProps, 'label' | 'items' | 'most' | 'onItems'> {
  row: number;
}

/** The actions on an item, behind its number. */
function ItemMenu({ label, row, items, most, onItems }: ItemMenuProps) {
  const item: JsonObject = items[row]!;
  const moved = (by: number) => items.toSpliced(row, 1).toSpliced(row + by, 0, item);
  return (
    <Menu align="start" trigger={<ToolButton icon="more" label={`Actions of item ${row + 1} of ${label}`} />}>
      <MenuItem disabled={row === 0} onSelect={() => onItems(moved(-1))}>
        Move up
      </MenuItem>
      <MenuItem disabled={row === items.length - 1} onSelect={() => onItems(moved(1))}>
        Move down
      </MenuItem>
      <MenuItem disabled={items.length >= most} onSelect={() => onItems(items.toSpliced(row, 0, item))}>
        Duplicate
      </MenuItem>
      <MenuSeparator />
      <MenuItem isDanger onSelect={() => onItems(items.toSpliced(row, 1))}>
        Remove
      </MenuItem>
    </Menu>
  );
}
