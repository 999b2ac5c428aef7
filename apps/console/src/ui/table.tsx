import type { ReactNode } from 'react';
import { classes } from './classes.ts';
import styles from './table.module.css';

export interface Column<Row> {
  /** Heading of the column; read by screen readers also where `isHeadHidden`. */
  head: string;
  isHeadHidden?: boolean;
  cell: (row: Row) => ReactNode;
  /** Numbers stand to the right. */
  align?: 'right';
  /** Whether the column takes the space that the others leave, and cuts its text. */
  isWide?: boolean;
  /** Whether a row shows the column below 640 px, too. */
  isEssential?: boolean;
}

/** The column with the buttons of a row. */
export function actionsColumn<Row>(cell: Column<Row>['cell']): Column<Row> {
  return { head: 'Actions', isHeadHidden: true, isEssential: true, align: 'right', cell };
}

/** The class of the link that opens the entry of a row. */
export const rowTitle = styles.title;

export interface TableProps<Row> {
  /** Caption of the table, for screen readers. */
  caption: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  keyOf: (row: Row) => string;
}

/** Rows of the same kind. The table scrolls within itself if it does not fit. */
export function Table<Row>({ caption, columns, rows, keyOf }: TableProps<Row>) {
  const classOf = (column: Column<Row>) =>
    classes(
      column.align === 'right' && styles.right,
      column.isWide && styles.wide,
      !column.isEssential && styles.extra,
    );
  return (
    <div className={styles.frame} tabIndex={0} role="region" aria-label={caption}>
      <table className={styles.table}>
        <caption className="visually-hidden">{caption}</caption>
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column.head} scope="col" className={classOf(column)}>
                <span className={column.isHeadHidden ? 'visually-hidden' : undefined}>{column.head}</span>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={keyOf(row)}>
              {columns.map((column) => (
                <td key={column.head} className={classOf(column)}>
                  {column.cell(row)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
