import type { CaptionCue } from './caption-cue.js';

/** The text of a caption layer at one instant. */
export interface CaptionText {
  text: string;
  /** The spoken word in mode `highlight`: UTF-16 indices `[from, to)` into `text`. */
  active?: { from: number; to: number };
}

/** A word of a cue: UTF-16 indices into its text. */
interface Word {
  from: number;
  to: number;
}

const MODES_BY_WORD = { line: false, word: true, highlight: true } as const;
/** Scripts without spaces between words. */
const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;

const wordSegmenter = new Intl.Segmenter('und', { granularity: 'word' });

/** Cache: the words of a cue are a function of its text. */
const knownWords = new WeakMap<CaptionCue, readonly Word[]>();

/**
 * The text `timeS` seconds after the start of the layer; undefined between cues. Of overlapping cues, the one that
 * started last is shown.
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

/** The word that started last; none before the first one. */
function wordAt(cue: CaptionCue, timeS: number): Word | undefined {
  const words = wordsOf(cue);
  const starts = wordStarts(cue, words);
  const next = starts.findIndex((startS) => startS > timeS);
  return words[next === -1 ? words.length - 1 : next - 1];
}

/** The times of the file, else times in proportion to the lengths of the words. */
function wordStarts({ start, end, wordStarts: given }: CaptionCue, words: readonly Word[]): readonly number[] {
  if (given?.length === words.length) return given;
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

/**
 * Splits at white space. In scripts without it, splits at the word boundaries of Unicode; punctuation belongs to the
 * word before it.
 */
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
