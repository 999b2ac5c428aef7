import { parseText, tokenizeVTTCue, type VTTNode } from 'media-captions';
import type { CaptionCue } from './caption-cue.js';

/** As many as a document may write itself. */
const MAX_CUES = 5000;
const MAX_CUE_CHARACTERS = 2000;
/** Of a cue with its mark-up, which is read level by level. */
const MAX_MARKED_CHARACTERS = 4 * MAX_CUE_CHARACTERS;
/** Of a line that says when: the parser's patterns take the square of its length. */
const MAX_TIMING_CHARACTERS = 500;
/** Placement codes that SubRip files borrow from SubStation Alpha: `{\an8}`. */
const OVERRIDE_CODES = /\{\\[^{}]*\}/g;

/** What a subtitle file says, or why it cannot be used, as the end of a sentence that begins with the file. */
export type ParsedCaptions = { ok: true; cues: CaptionCue[] } | { ok: false; reason: string };

/**
 * Reads a SubRip (SRT) or WebVTT file, which begins with `WEBVTT`. Mark-up is left out, times of single words are kept, and
 * cues that cannot be read or say nothing are passed over. In order of time.
 */
export async function parseCaptions(file: string): Promise<ParsedCaptions> {
  const text = file.replace(/^\uFEFF/, '');
  const lines = text.split(/[\r\n]/);
  if (lines.some((line) => line.length > MAX_TIMING_CHARACTERS && line.includes('-->')))
    return { ok: false, reason: `holds a line of times of more than ${MAX_TIMING_CHARACTERS} characters` };
  const isVtt = text.startsWith('WEBVTT');
  const { cues } = await parseText(isVtt ? text : text.replace(OVERRIDE_CODES, ''), { type: isVtt ? 'vtt' : 'srt' });
  if (cues.length > MAX_CUES) return { ok: false, reason: `holds more than ${MAX_CUES} subtitles` };
  if (cues.some((cue) => cue.text.length > MAX_MARKED_CHARACTERS))
    return { ok: false, reason: 'holds a subtitle of more than a page' };
  const said = cues
    .map((cue) => toCue(cue.startTime, cue.endTime, tokenizeVTTCue(cue)))
    .filter(({ start, end, text: words }) => end > start && words !== '');
  if (said.some((cue) => cue.text.length > MAX_CUE_CHARACTERS))
    return { ok: false, reason: `holds a subtitle of more than ${MAX_CUE_CHARACTERS} characters` };
  if (said.length === 0) return { ok: false, reason: 'holds no SRT or WebVTT subtitles' };
  return { ok: true, cues: said.toSorted((a, b) => a.start - b.start) };
}

function toCue(start: number, end: number, nodes: readonly VTTNode[]): CaptionCue {
  const runs = [...runsOf(nodes, start)];
  const text = runs.map((run) => run.text).join('');
  const isTimed = runs.some((run) => run.timeS !== start);
  const cue = { start, end, text: text.trim() };
  return isTimed ? { ...cue, wordStarts: wordStartsOf(runs) } : cue;
}

/** Text that is said from one time on. */
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

/** A word is said when its first letter is. */
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
