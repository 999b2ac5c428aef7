import { cutPlacesOf } from '#libs/drafts';
import { aacTurns, blocksOfEncoders, type FrameRange, SAMPLE_RATE_HZ } from '#libs/encode';
import type { Timeline } from '#libs/timeline';

const VIDEOS = new URL('../../../dist/apps/videos/src/', import.meta.url);
type CutPoints = typeof import('../../../apps/videos/src/queue/cut-points.js');
/** The service's own function in its compiled form, because a bench loads TypeScript of its folder only. */
const { cutPoints } = (await import(new URL('queue/cut-points.js', VIDEOS).href)) as CutPoints;

/** CPU seconds that do not depend on a length, and those that each frame, or packet of sound, adds. */
export interface Cost {
  fixedS: number;
  eachS: number;
}

/** Costs of the steps of a video in a process that has started. */
export interface StepCosts {
  /** A part: compiling, fonts, drawing, encoding, the check. */
  pictures: Cost;
  /** CPU seconds of a frame of it that are not encoding, on a thread of their own. */
  drawingS: number;
  sound: Cost;
  stitch: Cost;
}

/** Seconds around each step: from the row to the claim, and from the file to the accepted result. */
const DISPATCH_S = 0.06;
const UPLOAD_S = 0.05;
/**
 * Share of encoding in the cost of a packet of sound. The rest, of the mix and of the check, is not divided among
 * encoders.
 */
const ENCODING_SHARE = 0.9;
/** Threads of a part's encoder: libs/encode/src/parts/part-plan.ts. */
const ENCODER_THREADS = 4;

/** The cost of something that was measured at two lengths, `[frames or packets, CPU seconds]`. */
export function costOf([short, long]: readonly [readonly [number, number], readonly [number, number]]): Cost {
  const eachS = Math.max(0, (long[1] - short[1]) / (long[0] - short[0]));
  return { eachS, fixedS: Math.max(0, short[1] - short[0] * eachS) };
}

export function secondsOf({ fixedS, eachS }: Cost, count: number): number {
  return fixedS + count * eachS;
}

/** Packets that each encoder of a video's sound makes, with those that are left out. */
export function soundPackets(timeline: Timeline): number[] {
  return blocksOfEncoders(turnsOf(timeline));
}

function keptPackets(timeline: Timeline): number {
  return sumOf(turnsOf(timeline).map(({ fromPacket, toPacket }) => toPacket - fromPacket));
}

function turnsOf({ frameCount, fps }: Timeline): ReturnType<typeof aacTurns> {
  return aacTurns((frameCount * SAMPLE_RATE_HZ) / fps);
}

/** A video as the service cuts it for a number of workers, and the time at which it is expected to be finished. */
interface Expected {
  parts: FrameRange[];
  /** Seconds from its acceptance to its file. */
  wallS: number;
  cpuS: number;
  /** Seconds from acceptance to the file with one part and one encoder of the sound, without joining. */
  onePartS: number;
}

/** Slots, and the cores that they share. */
export interface Workers {
  slots: number;
  cores: number;
}

export function expected(timeline: Timeline, costs: StepCosts, workers: Workers): Expected {
  const { frameCount, fps } = timeline;
  const whole = secondsOf(costs.pictures, frameCount);
  const places = cutPlacesOf(timeline, 'mp4') ?? { edges: [], moving: [] };
  const points = cutPoints({ ...places, frameCount, fps, costMs: 1_000 * whole }, workers.slots);
  const bounds = [0, ...points, frameCount];
  const parts = bounds.slice(1).map((toFrame, n) => ({ fromFrame: bounds[n]!, toFrame }));
  const packets = soundPackets(timeline);
  const sound = secondsOf(costs.sound, sumOf(packets));
  const encoders = packets.map((each) => ENCODING_SHARE * each * costs.sound.eachS);
  encoders[0]! += sound - sumOf(encoders);
  const onePartS = whole + secondsOf(costs.sound, keptPackets(timeline));
  if (points.length === 0) return { parts, wallS: aroundS(whole + sound), cpuS: whole + sound, onePartS };
  const pictures = parts.map(({ fromFrame, toFrame }) => secondsOf(costs.pictures, toFrame - fromFrame));
  const stitch = secondsOf(costs.stitch, frameCount);
  // Sound is short and does not wait behind the parts.
  const jobs = [encoders, ...parts.map((part) => threadsOf(part, costs, workers))].map((threads) =>
    threads.map(aroundS),
  );
  const wallS = finishedAt(jobs, workers) + aroundS(stitch);
  return { parts, wallS, cpuS: sound + sumOf(pictures) + stitch, onePartS };
}

/** Seconds of each thread of a part. A slot with one core draws and encodes by turns. */
function threadsOf({ fromFrame, toFrame }: FrameRange, costs: StepCosts, { slots, cores }: Workers): number[] {
  const frames = toFrame - fromFrame;
  const whole = secondsOf(costs.pictures, frames);
  if (cores <= slots) return [whole];
  const encoding = Math.max(0, frames * (costs.pictures.eachS - costs.drawingS));
  return [whole - encoding, ...Array<number>(ENCODER_THREADS).fill(encoding / ENCODER_THREADS)];
}

function aroundS(cpuS: number): number {
  return DISPATCH_S + cpuS + UPLOAD_S;
}

function sumOf(seconds: readonly number[]): number {
  return seconds.reduce((sum, each) => sum + each, 0);
}

/**
 * Time at which the last job is finished. A job is the seconds of each of its threads and has a slot until all are
 * done; the next one takes it. The threads that run share the cores evenly, none using more than one.
 */
export function finishedAt(jobs: readonly (readonly number[])[], { slots, cores }: Workers): number {
  const waiting = [...jobs];
  let running: number[][] = [];
  for (let now = 0; ;) {
    running.push(...waiting.splice(0, slots - running.length).map((threads) => [...threads]));
    const threads = running.flat();
    if (threads.length === 0) return now;
    const least = Math.min(...threads);
    now += least / Math.min(1, cores / threads.length);
    running = running
      .map((job) => job.map((left) => left - least).filter((left) => left > 0))
      .filter((job) => job.length > 0);
  }
}
