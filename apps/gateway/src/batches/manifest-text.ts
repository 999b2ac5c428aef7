import type { ManifestEntry } from '#libs/contracts';

export type ManifestFormat = 'json' | 'csv';

/** Media types of the formats. */
export const MANIFEST_TYPES = { json: 'application/json', csv: 'text/csv' } as const satisfies Record<
  ManifestFormat,
  string
>;

const HEADER = ['row', 'video_id', 'status', 'video_url', 'error_code', 'error_message', 'size', 'metadata'];

/**
 * Writes a manifest part by part: `{"data": […]}`, or CSV (RFC 4180) with one line for each video, behind whose facts stand
 * the columns of its row.
 */
export async function* manifestText(
  pages: AsyncIterable<readonly ManifestEntry[]>,
  format: ManifestFormat,
): AsyncGenerator<string> {
  if (format === 'csv') {
    yield* csvText(pages);
    return;
  }
  yield '{"data":[';
  let isFirst = true;
  for await (const page of pages) {
    if (page.length === 0) continue;
    yield (isFirst ? '' : ',') + page.map((entry) => JSON.stringify(entry)).join(',');
    isFirst = false;
  }
  yield ']}';
}

async function* csvText(pages: AsyncIterable<readonly ManifestEntry[]>): AsyncGenerator<string> {
  /** Every row has the same ones. */
  let columns: readonly string[] | undefined;
  for await (const page of pages) {
    if (!columns) {
      columns = Object.keys(page.find(({ cells }) => cells !== null)?.cells ?? {});
      yield `${[...HEADER, ...columns.map(withoutClash)].map(cellOf).join(',')}\r\n`;
    }
    yield page.map((entry) => `${lineOf(entry, columns!)}\r\n`).join('');
  }
}

/** The name of a column of a row, beside those of the manifest. */
function withoutClash(name: string): string {
  return HEADER.includes(name) ? `${name} (row)` : name;
}

function lineOf(
  { row, size, video_id, status, video_url, error, metadata, cells }: ManifestEntry,
  columns: readonly string[],
): string {
  const facts = [row, video_id, status, video_url, error?.code, error?.message, size, metadata];
  return [...facts, ...columns.map((name) => cells?.[name])].map(cellOf).join(',');
}

/**
 * A value as a cell of CSV. An error's message may contain a name from a document, and rows come from anywhere: so a value
 * is quoted and is never a formula of a spreadsheet; a number stays one.
 */
function cellOf(value: unknown): string {
  const isEmpty = value === null || value === undefined;
  const text = isEmpty ? '' : typeof value === 'string' ? value : JSON.stringify(value);
  const harmless = /^[=+\-@\t\r]/.test(text) && !/^-?\d+([.,]\d+)?$/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}
