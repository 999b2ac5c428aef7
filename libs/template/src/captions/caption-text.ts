import type { CaptionCue } from './caption-cue.js';

/** What a caption layer says at one instant. */
export interface CaptionText {
  text: string;
  /** The word being said, where it is to be seen: UTF-16 indices `[from, to)` into `text`. */
  active?: { from: number; to: number };
}

/** A word of a cue: UTF-16 indices into its text. */
interface Word {
  from: number;
  to: number;
}

const MODES_BY_WORD = { line: false, word: true, highlight: true } as const;
/** Scripts that put no spaces between words. */
const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;

const wordSegmenter = new Intl.Segmenter('und', { granularity: 'word' });

/** The words of cues seen before: a function of their text. */
const knownWords = new WeakMap<CaptionCue, readonly Word[]>();

/**
 * What is said `timeS` seconds after the layer's start; undefined while nobody speaks. Where cues overlap, the one that began
 * last speaks.
 */
export function captionTextAt(
  cues: readonly CaptionCue[],
  mode: keyof typeof MODES_BY_WORD,
  timeS: number,
): CaptionText | undefined {
  const cue = cueAt(cues, timeS);
  if (!cue || cue.text.trim() === '') return undefined;
  if (!MODES_BY_WORD[mode]) return { text: cue.text };
  const word = wordAt(cue, timeS);
  if (mode === 'highlight') return { text: cue.text, ...(word && { active: word }) };
  return word && { text: cue.text.slice(word.from, word.to) };
}

function cueAt(cues: readonly CaptionCue[], timeS: number): CaptionCue | undefined {
  let latest: CaptionCue | undefined;
  for (const cue of cues) {
    const speaks = cue.start <= timeS && timeS < cue.end;
    if (speaks && (!latest || cue.start >= latest.start)) latest = cue;
  }
  return latest;
}

/** The last word begun; before the first is due, none. */
function wordAt(cue: CaptionCue, timeS: number): Word | undefined {
  const words = wordsOf(cue);
  const starts = wordStarts(cue, words);
  const next = starts.findIndex((startS) => startS > timeS);
  return words[next === -1 ? words.length - 1 : next - 1];
}

/** As the file says, else in proportion to their letters. */
function wordStarts({ start, end, wordStarts: told }: CaptionCue, words: readonly Word[]): readonly number[] {
  if (told?.length === words.length) return told;
  const letters = words.reduce((sum, word) => sum + word.to - word.from, 0);
  let before = 0;
  return words.map(({ from, to }) => {
    const startS = start + ((end - start) * before) / letters;
    before += to - from;
    return startS;
  });
}

function wordsOf(cue: CaptionCue): readonly Word[] {
  const words = knownWords.get(cue) ?? splitWords(cue.text);
  knownWords.set(cue, words);
  return words;
}

/** What lies between white space; in scripts without it what Unicode calls a word, with the punctuation that follows it. */
function splitWords(text: string): Word[] {
  return [...text.matchAll(/\S+/gu)].flatMap((match) => {
    const from = match.index;
    const whole = { from, to: from + match[0].length };
    if (!UNSPACED.test(match[0])) return [whole];
    const words: Word[] = [];
    for (const { index, segment, isWordLike } of wordSegmenter.segment(match[0])) {
      const last = words.at(-1);
      if (last && !isWordLike) last.to = from + index + segment.length;
      else words.push({ from: from + index, to: from + index + segment.length });
    }
    return words;
  });
}
