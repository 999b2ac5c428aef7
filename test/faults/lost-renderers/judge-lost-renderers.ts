import type { Step } from '../../e2e/render-steps.ts';

/** A renderer that was killed while it drew a part. */
export interface RendererKill {
  rendererPid: number;
  /** The claim that was lost with it. */
  lost: { index: number; epoch: number };
  /** The steps that were DONE when the renderer was killed, with the claims that made them. */
  done: readonly { index: number; epoch: number }[];
}

export interface LostRenderersEvidence {
  status: string;
  frames: { expected: number; found: number };
  /** Faults that a strict decoder reports. */
  faultsOfFile: string;
  /** Whether the percentage that the caller read ever fell. */
  progressFell: boolean;
  renderers: number;
  /** Number of times that each renderer is to be killed. */
  times: number;
  kills: readonly RendererKill[];
  /** The steps at the end. */
  steps: readonly Step[];
  /** Counts in the metrics of the run: attempts that were accepted, and that lost their renderer. */
  counted: { accepted: number; lost: number };
  /** Time from acceptance to completion, s. */
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
export function begunAgain({ steps }: Pick<LostRenderersEvidence, 'steps'>): number {
  return steps.reduce((sum, { attempts }) => sum + Math.max(0, attempts - 1), 0);
}

/** Finished steps that were drawn again. */
export function finishedLost({ kills, steps }: Pick<LostRenderersEvidence, 'kills' | 'steps'>): number[] {
  const epochs = new Map(steps.map(({ index, epoch }) => [index, epoch]));
  const lost = kills.flatMap(({ done }) => done.filter(({ index, epoch }) => epochs.get(index) !== epoch));
  return [...new Set(lost.map(({ index }) => index))];
}

/** Every promise that was broken, one sentence each; empty when all held. */
export function judgeLostRenderers(evidence: LostRenderersEvidence): string[] {
  const { status, frames, kills, steps, renderers, times, counted } = evidence;
  const broken: string[] = [];
  const add = (isBroken: boolean, sentence: string) => isBroken && broken.push(sentence);
  add(status !== 'COMPLETED', `the video is ${status}`);
  add(frames.found !== frames.expected, `the file has ${frames.found} frames of ${frames.expected}`);
  add(evidence.faultsOfFile !== '', `the file is not decoded strictly: ${evidence.faultsOfFile}`);
  add(evidence.progressFell, 'the progress fell');
  const expected = renderers * times;
  add(kills.length !== expected, `${kills.length} renderers were killed in the middle of a part, not ${expected}`);
  const unfinished = steps.filter(({ state }) => state !== 'DONE');
  add(unfinished.length > 0, `steps ${numbers(unfinished)} are not DONE`);
  const lost = finishedLost(evidence);
  add(lost.length > 0, `finished steps ${lost.join(', ')} were drawn again`);
  for (const step of steps) {
    const hits = kills.filter((kill) => kill.lost.index === step.index).length;
    const again = step.attempts - 1;
    add(again > hits, `step ${step.index} was begun ${again} times more, and its renderer was killed ${hits} times`);
  }
  const again = begunAgain(evidence);
  add(counted.lost !== again, `the metrics count ${counted.lost} lost attempts, not ${again}`);
  add(counted.accepted !== steps.length, `the metrics count ${counted.accepted} steps, not ${steps.length}`);
  const { delayS, allowedS } = delayOf(evidence);
  add(delayS > allowedS, `the video was ${delayS.toFixed(1)} s late, more than ${allowedS.toFixed(1)} s`);
  return broken;
}

function numbers(steps: readonly Step[]): string {
  return steps.map(({ index }) => index).join(', ');
}
