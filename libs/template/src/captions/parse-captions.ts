import type { VTTNode } from 'media-captions';
import type { CaptionCue } from './caption-cue.js';

/** Most cues of a file; the limit is that of a document. */
const MAX_CUES = 5000;
const MAX_CUE_CHARACTERS = 2000;
/** Characters of a cue with its markup, which is parsed level by level. */
const MAX_MARKED_CHARACTERS = 4 * MAX_CUE_CHARACTERS;
/** Characters of a line with times: the parser needs time that grows with the square of the length. */
const MAX_TIMING_CHARACTERS = 500;
/** Position codes that SubRip files adopted from SubStation Alpha: `{\an8}`. */
const OVERRIDE_CODES = /\{\\[^{}]*\}/g;

/**
 * The cues of a subtitle file, or the reason why it cannot be used. The reason completes a sentence that starts with
 * the name of the file.
 */
export type ParsedCaptions = { ok: true; cues: CaptionCue[] } | { ok: false; reason: string };

/**
 * Reads a SubRip (SRT) file, or a WebVTT file, which starts with `WEBVTT`. Removes markup, keeps the times of single
 * words, and skips cues that are invalid or empty. Returns the cues in order of time.
 */
export async function parseCaptions(file: string): Promise<ParsedCaptions> {
  const text = file.replace(/^\uFEFF/, '');
  const lines = text.split(/[\r\n]/);
  if (lines.some((line) => line.length > MAX_TIMING_CHARACTERS && line.includes('-->')))
    return { ok: false, reason: `holds a line of times of more than ${MAX_TIMING_CHARACTERS} characters` };
  const { parseText, tokenizeVTTCue } = await import('media-captions');
  const isVtt = text.startsWith('WEBVTT');
  const { cues } = await parseText(isVtt ? text : text.replace(OVERRIDE_CODES, ''), { type: isVtt ? 'vtt' : 'srt' });
  if (cues.length > MAX_CUES) return { ok: false, reason: `holds more than ${MAX_CUES} subtitles` };
  if (cues.some((cue) => cue.text.length > MAX_MARKED_CHARACTERS))
    return { ok: false, reason: 'holds a subtitle of more than a page' };
  const spoken = cues
    .map((cue) => toCue(cue.startTime, cue.endTime, tokenizeVTTCue(cue)))
    .filter(({ start, end, text: words }) => end > start && words !== '');
  if (spoken.some((cue) => cue.text.length > MAX_CUE_CHARACTERS))
    return { ok: false, reason: `holds a subtitle of more than ${MAX_CUE_CHARACTERS} characters` };
  if (spoken.length === 0) return { ok: false, reason: 'holds no SRT or WebVTT subtitles' };
  return { ok: true, cues: spoken.toSorted((a, b) => a.start - b.start) };
}

function toCue(start: number, end: number, nodes: readonly VTTNode[]): CaptionCue {
  const runs = [...runsOf(nodes, start)];
  const text = runs.map((run) => run.text).join('');
  const isTimed = runs.some((run) => run.timeS !== start);
  const cue = { start, end, text: text.trim() };
  return isTimed ? { ...cue, wordStarts: wordStartsOf(runs) } : cue;
}

/** A text and the time at which it starts. */
interface Run {
  text: string;
  timeS: number;
}

function* runsOf(nodes: readonly VTTNode[], timeS: number): Generator<Run> {
  for (const node of nodes) {
    if (node.type === 'text') yield { text: node.data, timeS };
    else yield* runsOf(node.children, node.type === 'timestamp' ? node.time : timeS);
  }
}

/** A word starts with its first letter. */
function wordStartsOf(runs: readonly Run[]): number[] {
  const starts: number[] = [];
  let isWithinWord = false;
  for (const { text, timeS } of runs) {
    for (const part of text.match(/\s+|\S+/g) ?? []) {
      const isWord = /\S/.test(part);
      if (isWord && !isWithinWord) starts.push(timeS);
      isWithinWord = isWord;
    }
  }
  return starts;
}
