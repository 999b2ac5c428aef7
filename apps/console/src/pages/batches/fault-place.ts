/** Place of a fault in a file: `rows[11].price` is row 12, column price. Null stands for the request as a whole. */
export interface FaultPlace {
  readonly row: number | null;
  readonly column: string | null;
}

/** @param columns names of the file, which may hold dots themselves */
export function faultPlace(field: string, columns: readonly string[]): FaultPlace {
  const [, index, path] = /^rows\[(\d+)\](?:\.(.+))?$/s.exec(field) ?? [];
  if (index === undefined) return { row: null, column: field.replace(/^mapping\./, '') || null };
  if (path === undefined) return { row: Number(index) + 1, column: null };
  const named = columns.filter((name) => path === name || path.startsWith(`${name}.`) || path.startsWith(`${name}[`));
  const [longest = path] = named.toSorted((a, b) => b.length - a.length);
  return { row: Number(index) + 1, column: longest };
}

/** The message of a fault without its place, which stands beside it. */
export function withoutPlace(message: string, { row, column }: FaultPlace): string {
  const place = `row ${row}${column === null ? '' : `, column ${column.slice(0, 200)}`}: `;
  return message.startsWith(place) ? message.slice(place.length) : message;
}
