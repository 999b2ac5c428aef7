import { MAX_KEPT_REQUEST } from '#libs/contracts';
import type { RowTable } from './row-table.js';

/** Rows of a part, in which their cells pass between threads at little cost. */
const ROWS_OF_A_PART = 250;

/** The cells of a batch's rows as they were sent, with those of columns that set nothing. */
export interface SentCells {
  columns: string[];
  /** JSON of {@link ROWS_OF_A_PART} rows each. */
  parts: string[];
}

export function sentCells({ columns, rows }: RowTable): SentCells {
  const values = rows.map((row) => columns.map((_, place) => row[place] ?? null));
  const parts = Array.from({ length: Math.ceil(values.length / ROWS_OF_A_PART) }, (_, part) =>
    JSON.stringify(values.slice(part * ROWS_OF_A_PART, (part + 1) * ROWS_OF_A_PART)),
  );
  return { columns, parts };
}

/** Reads the cells of rows in their order, a part at a time. */
export class RowCells {
  private open: { part: number; rows: unknown[][] } | undefined;

  constructor(private readonly sent: SentCells) {}

  /**
   * The cells of a row by the names of their columns; null without any, and if their JSON is long.
   *
   * @param row from 1
   */
  of(row: number): Record<string, unknown> | null {
    const { columns, parts } = this.sent;
    const part = Math.floor((row - 1) / ROWS_OF_A_PART);
    if (columns.length === 0 || parts[part] === undefined) return null;
    if (this.open?.part !== part) this.open = { part, rows: JSON.parse(parts[part]) as unknown[][] };
    const values = this.open.rows[(row - 1) % ROWS_OF_A_PART];
    if (!values) return null;
    const cells = Object.fromEntries(columns.map((name, place) => [name, values[place] ?? null]));
    return JSON.stringify(cells).length <= MAX_KEPT_REQUEST ? cells : null;
  }
}
