import type { ManifestEntry } from '#libs/contracts';

export type ManifestFormat = 'json' | 'csv';

/** Media types of the formats. */
export const MANIFEST_TYPES = { json: 'application/json', csv: 'text/csv' } as const satisfies Record<
  ManifestFormat,
  string
>;

const HEADER = 'row,video_id,status,video_url,error_code,error_message,size';

/** Writes a manifest part by part: `{"data": […]}`, or CSV (RFC 4180) with one line for each video. */
export async function* manifestText(
  pages: AsyncIterable<readonly ManifestEntry[]>,
  format: ManifestFormat,
): AsyncGenerator<string> {
  if (format === 'csv') {
    yield `${HEADER}\r\n`;
    for await (const page of pages) yield page.map((entry) => `${lineOf(entry)}\r\n`).join('');
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

function lineOf({ row, size, video_id, status, video_url, error }: ManifestEntry): string {
  return [row, video_id, status, video_url, error?.code, error?.message, size].map(cellOf).join(',');
}

/**
 * A value as a cell of CSV. An error's message may contain a name from a document, so it is quoted and is never a
 * formula of a spreadsheet.
 */
function cellOf(value: string | number | null | undefined): string {
  const text = String(value ?? '');
  const harmless = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}
