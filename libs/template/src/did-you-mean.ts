import { distance } from 'fastest-levenshtein';

/**
 * Most characters of a name that is compared, because longer names are no typing errors. Together with the next limit
 * this bounds the cost of one call.
 */
const MAX_CHARACTERS = 64;
const MAX_CANDIDATES = 1_000;
/** Letters of a last word that says what is meant: `color`, but not `x`. */
const MIN_WORD = 4;
/** Names that are offered for a last word. */
const MAX_OFFERED = 3;

/**
 * Ends the message about an unknown name: `; did you mean "font_size"?`, or nothing if no candidate is similar. Case,
 * blanks and punctuation do not matter: `fontSize` is `font_size`. If no name is similar, those with a similar last word
 * are offered: `text_color` for `color`.
 *
 * @param candidates of a document that may have other faults; those that are no strings are skipped
 */
export function didYouMean(name: unknown, candidates: Iterable<unknown>): string {
  if (typeof name !== 'string' || name.length > MAX_CHARACTERS) return '';
  const written = plain(name);
  // A third of the letters may differ, but not all of a short name.
  let least = Math.min(3, Math.floor(written.length / 3)) + 1;
  let nearest: string | undefined;
  const [word, alike] = [lastWord(name), [] as string[]];
  let tried = 0;
  for (const candidate of candidates) {
    tried += 1;
    if (tried > MAX_CANDIDATES) break;
    if (typeof candidate !== 'string' || candidate.length > MAX_CHARACTERS || candidate === name) continue;
    if (alike.length < MAX_OFFERED && isAlike(word, lastWord(candidate))) alike.push(candidate);
    const difference = differenceOf(written, plain(candidate));
    if (difference >= least) continue;
    least = difference;
    nearest = candidate;
  }
  const offered = nearest === undefined ? alike : [nearest];
  return offered.length === 0 ? '' : `; did you mean ${offered.map((each) => `"${each}"`).join(' or ')}?`;
}

/** The last word of `text_color`, `text-color` or `textColor`, in lower case. A name with blanks is no name of a field. */
function lastWord(name: string): string {
  return name.includes(' ') ? '' : (name.split(/[_-]|(?=[A-Z])/).at(-1) ?? '').toLowerCase();
}

function isAlike(a: string, b: string): boolean {
  return Math.min(a.length, b.length) >= MIN_WORD && differenceOf(a, b) <= 1;
}

/** Number of edits that turn one name into the other. Two letters in the other order are one edit. */
function differenceOf(a: string, b: string): number {
  return a !== b && a.length === b.length && letters(a) === letters(b) ? 1 : distance(a, b);
}

function letters(name: string): string {
  return Array.from(name).toSorted().join('');
}

function plain(name: string): string {
  return name.toLowerCase().replace(/[\s_-]/g, '');
}
