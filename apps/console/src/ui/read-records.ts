/**
 * A cell in quotes, within which quotes are doubled, or a cell without quotes; then the sign that ends it. It is
 * matched at one place at a time.
 */
const CELLS = {
  // eslint-disable-next-line regexp/no-super-linear-move -- it is sticky
  ',': /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n|\n|\r|$)/y,
  // eslint-disable-next-line regexp/no-super-linear-move -- it is sticky
  '\t': /(?:"((?:[^"]|"")*)"|([^\t\r\n]*))(\t|\r\n|\n|\r|$)/y,
} as const;

/** The first `count` lines of a table in a text, by their cells, as far as they can be read. Empty lines are skipped. */
export function readRecords(text: string, count: number, separator: keyof typeof CELLS = ','): string[][] {
  const reader = CELLS[separator];
  const records: string[][] = [];
  let record: string[] = [];
  reader.lastIndex = 0;
  while (records.length < count && reader.lastIndex < text.length) {
    const cell = reader.exec(text);
    if (!cell) break;
    record.push(cell[1]?.replaceAll('""', '"') ?? cell[2] ?? '');
    if (cell[3] === separator) {
      if (reader.lastIndex < text.length) continue;
      record.push(''); // the text ends behind a separator
    }
    if (record.length > 1 || record[0] !== '') records.push(record);
    record = [];
  }
  return records;
}
