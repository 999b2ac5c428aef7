import type { Segment } from '../../e2e/segments.ts';

/** A renderer that was killed while it drew a part. */
export interface RendererKill {
  rendererPid: number;
  /** The claim that was lost with it. */
  lost: { segment: number; epoch: number };
  /** The segments that were DONE at that moment, with the claims that made them. */
  done: readonly { segment: number; epoch: number }[];
}

export interface LostRenderersEvidence {
  status: string;
  frames: { expected: number; found: number };
  /** Faults that a strict decoder reports. */
  faultsOfFile: string;
  /** Whether the percentage that the caller read ever fell. */
  progressFell: boolean;
  renderers: number;
  /** Number of times that each is to be killed. */
  times: number;
  kills: readonly RendererKill[];
  /** The segments at the end. */
  segments: readonly Segment[];
  /** Counts in the metrics of the run: attempts that were accepted, and that lost their renderer. */
  counted: { accepted: number; lost: number };
  /** From acceptance to completion, s. */
  seconds: { alone: number; withKills: number };
  leaseS: number;
  /** The part that took longest while nothing was killed, s. */
  longestPartS: number;
}

/** Delay of the video's completion by the kills, and the delay that is allowed, s. */
export function delayOf({ seconds, leaseS, longestPartS }: LostRenderersEvidence): {
  delayS: number;
  allowedS: number;
} {
  return { delayS: seconds.withKills - seconds.alone, allowedS: leaseS + 2 * longestPartS };
}

/** Claims of the run that did not count in the end: work that was begun again. */
export function begunAgain({ segments }: Pick<LostRenderersEvidence, 'segments'>): number {
  return segments.reduce((sum, { attempts }) => sum + Math.max(0, attempts - 1), 0);
}

/** Finished segments that were drawn again. */
export function finishedLost({ kills, segments }: Pick<LostRenderersEvidence, 'kills' | 'segments'>): number[] {
  const epochs = new Map(segments.map(({ segment, epoch }) => [segment, epoch]));
  const lost = kills.flatMap(({ done }) => done.filter(({ segment, epoch }) => epochs.get(segment) !== epoch));
  return [...new Set(lost.map(({ segment }) => segment))];
}

/** Every promise that was broken, one sentence each; empty when all held. */
export function judgeLostRenderers(evidence: LostRenderersEvidence): string[] {
  const { status, frames, kills, segments, renderers, times, counted } = evidence;
  const broken: string[] = [];
  const add = (isBroken: boolean, sentence: string) => isBroken && broken.push(sentence);
  add(status !== 'COMPLETED', `the video is ${status}`);
  add(frames.found !== frames.expected, `the file has ${frames.found} frames of ${frames.expected}`);
  add(evidence.faultsOfFile !== '', `the file is not decoded strictly: ${evidence.faultsOfFile}`);
  add(evidence.progressFell, 'the progress fell');
  const expected = renderers * times;
  add(kills.length !== expected, `${kills.length} renderers were killed in the middle of a part, not ${expected}`);
  const unfinished = segments.filter(({ state }) => state !== 'DONE');
  add(unfinished.length > 0, `segments ${numbers(unfinished)} are not DONE`);
  const lost = finishedLost(evidence);
  add(lost.length > 0, `finished segments ${lost.join(', ')} were drawn again`);
  for (const segment of segments) {
    const hits = kills.filter((kill) => kill.lost.segment === segment.segment).length;
    const again = segment.attempts - 1;
    add(
      again > hits,
      `segment ${segment.segment} was begun ${again} times more, and its renderer was killed ${hits} times`,
    );
  }
  const again = begunAgain(evidence);
  add(counted.lost !== again, `the metrics count ${counted.lost} lost attempts, not ${again}`);
  add(counted.accepted !== segments.length, `the metrics count ${counted.accepted} segments, not ${segments.length}`);
  const { delayS, allowedS } = delayOf(evidence);
  add(delayS > allowedS, `the video was ${delayS.toFixed(1)} s late, more than ${allowedS.toFixed(1)} s`);
  return broken;
}

function numbers(segments: readonly Segment[]): string {
  return segments.map(({ segment }) => segment).join(', ');
}
