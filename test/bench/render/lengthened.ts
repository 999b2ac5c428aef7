/** Number of times that a document is repeated to make it 300 s long, within the format's 50 pages. */
const REPEATS = 12;
const LENGTH_S = 300;

/** A bench document repeated until it lasts about 300 s: more pages, each longer, nothing else. */
export function lengthened(document: Record<string, unknown>): Record<string, unknown> {
  const pages = document['pages'] as Record<string, unknown>[];
  const transition = pages[1]!['transition'];
  const count = pages.length * REPEATS;
  const duration = (LENGTH_S + (count - 1) * 0.5) / count;
  const repeated = Array.from({ length: count }, (_, index) => ({
    ...pages[index % pages.length],
    number: index + 1,
    duration,
    ...(index > 0 && { transition }),
  }));
  return { ...document, pages: repeated };
}
