import type { FrameRange } from '#libs/encode';
import type { Timeline } from '#libs/timeline';

const VIDEOS = new URL('../../../dist/apps/videos/src/', import.meta.url);
type CutPoints = typeof import('../../../apps/videos/src/dispatch/cut-points.js');
type CutPlaces = typeof import('../../../apps/videos/src/documents/cut-places.js');
/** The service's own, as it is built: a bench loads TypeScript of its folder only. */
const { cutPoints } = (await import(new URL('dispatch/cut-points.js', VIDEOS).href)) as CutPoints;
const { cutPlacesOf } = (await import(new URL('documents/cut-places.js', VIDEOS).href)) as CutPlaces;

/** CPU seconds that do not depend on a length, and that a frame adds. */
export interface Cost {
  fixedS: number;
  frameS: number;
}

/** What the steps of a video cost in a process that has started. */
interface StepCosts {
  /** A part: compiling, fonts, drawing, encoding, the check. */
  pictures: Cost;
  sound: Cost;
  stitch: Cost;
}

/** Seconds around each step: from the row to the claim, and from the file to the accepted result. */
const DISPATCH_S = 0.06;
const UPLOAD_S = 0.05;

/** The cost of something that was measured at two lengths, `[frames, CPU seconds]`. */
export function costOf([short, long]: readonly [readonly [number, number], readonly [number, number]]): Cost {
  const frameS = Math.max(0, (long[1] - short[1]) / (long[0] - short[0]));
  return { frameS, fixedS: Math.max(0, short[1] - short[0] * frameS) };
}

export function secondsOf({ fixedS, frameS }: Cost, frames: number): number {
  return fixedS + frames * frameS;
}

/** A video as the service cuts it for so many workers, and when it is expected to be finished. */
interface Expected {
  parts: FrameRange[];
  /** Seconds from its acceptance to its file. */
  wallS: number;
  cpuS: number;
}

/** @param workers slots with a core each */
export function expected(timeline: Timeline, costs: StepCosts, workers: number): Expected {
  const { frameCount, fps } = timeline;
  const whole = secondsOf(costs.pictures, frameCount);
  const places = cutPlacesOf(timeline, 'mp4') ?? { edges: [], moving: [] };
  const points = cutPoints({ ...places, frameCount, fps, costMs: 1_000 * whole }, workers);
  const bounds = [0, ...points, frameCount];
  const parts = bounds.slice(1).map((toFrame, n) => ({ fromFrame: bounds[n]!, toFrame }));
  const sound = secondsOf(costs.sound, frameCount);
  if (points.length === 0) return { parts, wallS: aroundS(whole + sound), cpuS: whole + sound };
  const pictures = parts.map(({ fromFrame, toFrame }) => secondsOf(costs.pictures, toFrame - fromFrame));
  const stitch = secondsOf(costs.stitch, frameCount);
  // Sound is short and does not wait behind the parts.
  const wallS = oneAfterTheOther([sound, ...pictures].map(aroundS), workers) + aroundS(stitch);
  return { parts, wallS, cpuS: [sound, ...pictures, stitch].reduce((sum, each) => sum + each) };
}

function aroundS(cpuS: number): number {
  return DISPATCH_S + cpuS + UPLOAD_S;
}

/** When the last one is finished if each worker takes the next one as soon as it is free. */
function oneAfterTheOther(jobs: readonly number[], workers: number): number {
  const freeAt = Array.from({ length: Math.min(workers, jobs.length) }, () => 0);
  for (const job of jobs) freeAt[freeAt.indexOf(Math.min(...freeAt))]! += job;
  return Math.max(...freeAt);
}

/** When the last one is finished if all begin at once and share the cores evenly, none using more than one. */
export function atOnce(jobs: readonly number[], cores: number): number {
  let [now, done] = [0, 0];
  for (const [index, job] of jobs.toSorted((a, b) => a - b).entries()) {
    now += (job - done) / Math.min(1, cores / (jobs.length - index));
    done = job;
  }
  return now;
}
