import { mkdtemp, rm } from 'node:fs/promises';
import { availableParallelism, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FrameRange } from '#libs/encode';
import {
  type Cost,
  costOf,
  expected,
  finishedAt,
  secondsOf,
  soundPackets,
  type StepCosts,
  type Workers,
} from './split-model.ts';
import type { Usage } from '../cpu-time.ts';
import { partsOf, pictureFile, soundFile, type SplitVideo, timelineOf } from './split-work.ts';

/** A video, and the function with which a process of the bench does one of its steps. */
interface Work {
  video: SplitVideo;
  work: (video: SplitVideo, step: string, output: string, range?: FrameRange | readonly FrameRange[]) => Promise<Usage>;
}

interface ModelBench extends Work {
  print: (line: string) => void;
}

/** Seconds of the video whose parts are drawn, to measure them and to check the model. */
const LONG_S = 25;
/** Lengths at which joining is measured, which warms its process up, and the sound: by one encoder, and by several. */
const STITCH_S = [25, 100] as const;
const SOUND_S = [60, 240] as const;
/**
 * Number of measured joinings. Joining is so short that an error of a tenth of a second would be seconds for an hour.
 */
const STITCHES = 5;
const CORES = 2;
const COUNTS = [1, 2, 4];
const MINUTES = [1, 10, 60];
/** Slots with a core each; and those of one machine of 16 threads, which has 8 by default. */
const WORKERS: readonly Workers[] = [
  ...[8, 16, 32, 128].map((count) => ({ slots: count, cores: count })),
  ...[4, 8].map((slots) => ({ slots, cores: 16 })),
];
/** Most by which the model may be wrong, as a fraction. */
const TOLERANCE = 0.15;

/**
 * Measures what the steps of a video cost and prints how long videos take on more workers than this machine has, as the service
 * cuts them. The same costs are held against a video that is drawn by 1, 2 and 4 processes: the time that the processor time
 * of these processes would take on two cores of their own, so that other work on the machine does not count.
 *
 * @throws Error if the model is wrong by more than 15 %
 */
export async function modelBench({ video, work, print }: ModelBench): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'framewright-model-'));
  try {
    const { costs, cold } = await costsOf({ video: { ...video, seconds: LONG_S }, work, print }, folder);
    print('| minutes | slots | cores | parts | expected, s | × real time | CPU s | × one part |');
    print('| --- | --- | --- | --- | --- | --- | --- | --- |');
    for (const minutes of MINUTES) {
      const timeline = timelineOf({ ...video, seconds: 60 * minutes });
      for (const workers of WORKERS) {
        const { parts, wallS, cpuS, onePartS } = expected(timeline, costs, workers);
        const cells = [parts.length, wallS.toFixed(1), ((60 * minutes) / wallS).toFixed(1), cpuS.toFixed(0)];
        print(`| ${[minutes, workers.slots, workers.cores, ...cells, (cpuS / onePartS).toFixed(3)].join(' | ')} |`);
      }
    }
    await checkModel({ video: { ...video, seconds: LONG_S }, work, print }, folder, cold);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/**
 * Draws a video of `video.seconds` on this machine in as many slots as a machine of so many threads has, and in half as
 * many, cut and claimed as the service does, and prints its time beside the model's. Each part has a process that starts
 * for it, so the model has the costs of such processes, too.
 */
export async function measuredBench({ video, work, print }: ModelBench): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'framewright-measured-'));
  try {
    const { costs, cold } = await costsOf({ video, work, print }, folder);
    const cores = availableParallelism();
    const timeline = timelineOf(video);
    print('| slots | cores | parts | expected, s | measured, s | × real time | CPU s | apart |');
    print('| --- | --- | --- | --- | --- | --- | --- | --- |');
    for (const slots of [Math.max(1, cores >> 2), Math.max(2, cores >> 1)]) {
      const { parts, wallS } = expected(timeline, { ...costs, pictures: cold }, { slots, cores });
      const output = join(folder, `in-${slots}`);
      const startedAt = performance.now();
      const cpuS = await inSlots({ video, work }, output, parts, slots);
      const measuredS = (performance.now() - startedAt) / 1_000;
      const apart = `${((100 * (wallS - measuredS)) / measuredS).toFixed(0)} %`;
      const cells = [slots, cores, parts.length, wallS.toFixed(1), measuredS.toFixed(1)];
      print(`| ${[...cells, (video.seconds / measuredS).toFixed(1), cpuS.toFixed(0), apart].join(' | ')} |`);
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** CPU seconds of a video whose sound and parts are taken by `slots` in their order, and then joined. */
async function inSlots(
  { video, work }: Work,
  output: string,
  parts: readonly FrameRange[],
  slots: number,
): Promise<number> {
  if (parts.length === 1) return (await work(video, 'whole', output)).cpuS;
  const jobs = [
    () => work(video, 'sound', soundFile(output)),
    ...parts.map((part) => () => work(video, 'pictures', pictureFile(output, part), part)),
  ];
  let cpuS = 0;
  const slot = async (): Promise<void> => {
    for (let job = jobs.shift(); job; job = jobs.shift()) cpuS += (await job()).cpuS;
  };
  await Promise.all(Array.from({ length: slots }, slot));
  return cpuS + (await work(video, 'stitch', output, parts)).cpuS;
}

/** The costs of all steps in a slot's process, and of the pictures of this video in one that starts for them. */
async function costsOf({ video, work, print }: ModelBench, folder: string): Promise<{ costs: StepCosts; cold: Cost }> {
  const startS = (await work(video, 'nothing', folder)).cpuS;
  const stitch = costOf([
    await stitchOf({ video: { ...video, seconds: STITCH_S[0] }, work }, join(folder, 'stitch'), startS),
    await stitchOf({ video: { ...video, seconds: STITCH_S[1] }, work }, join(folder, 'stitch'), startS),
  ]);
  const sound = costOf([
    await soundOf({ video: { ...video, seconds: SOUND_S[0] }, work }, join(folder, 'sound'), startS),
    await soundOf({ video: { ...video, seconds: SOUND_S[1] }, work }, join(folder, 'sound'), startS),
  ]);
  const { cold, warm, drawingS } = await picturesOf({ video, work }, join(folder, 'long'));
  for (const [step, { fixedS, eachS }] of Object.entries({ pictures: warm, sound, stitch })) {
    const each = step === 'sound' ? 'packet' : 'frame';
    print(`${step}: ${fixedS.toFixed(2)} s and ${(1_000 * eachS).toFixed(2)} ms a ${each}`);
  }
  print(`drawing: ${(1_000 * drawingS).toFixed(2)} ms of these a frame`);
  print(`start of a process: ${startS.toFixed(2)} s; load ${loadavg()[0]!.toFixed(0)}\n`);
  return { costs: { pictures: warm, drawingS, sound, stitch }, cold };
}

/**
 * Measures the stitching of one part: its frames, and the least CPU time of several tries, because other work on the
 * machine adds to it.
 */
async function stitchOf({ video, work }: Work, output: string, startS: number): Promise<[number, number]> {
  const { frameCount } = timelineOf(video);
  const part = { fromFrame: 0, toFrame: frameCount };
  await work(video, 'pictures', pictureFile(output, part), part);
  await work(video, 'sound', soundFile(output));
  let leastS = Infinity;
  for (let n = 0; n < STITCHES; n++) leastS = Math.min(leastS, (await work(video, 'stitch', output, [part])).cpuS);
  return [frameCount, leastS - startS];
}

/** Packets of the sound that are encoded, and the CPU time of encoding them. */
async function soundOf({ video, work }: Work, output: string, startS: number): Promise<[number, number]> {
  const packets = soundPackets(timelineOf(video)).reduce((sum, each) => sum + each);
  return [packets, (await work(video, 'sound', output)).cpuS - startS];
}

/**
 * The cost of a part in a process that starts for it, and in one that has drawn before as a slot's has; and the seconds of
 * a frame that are drawing.
 */
async function picturesOf(
  { video, work }: Work,
  output: string,
): Promise<{ cold: Cost; warm: Cost; drawingS: number }> {
  const timeline = timelineOf(video);
  const [first, , , fourth] = partsOf(timeline, Math.max(4, timeline.pages.length >> 1));
  const most = { fromFrame: 0, toFrame: fourth!.fromFrame };
  const cpuOf = async (mode: string, part: FrameRange): Promise<number> => {
    return (await work(video, mode, pictureFile(output, part), part)).cpuS;
  };
  const once = await cpuOf('pictures', first!);
  const twice = await cpuOf('again', first!);
  const long = await cpuOf('pictures', most);
  const cold = costOf([
    [framesOf(first!), once],
    [framesOf(most), long],
  ]);
  const warmerS = Math.max(0, 2 * once - twice);
  const drawing = costOf([
    [framesOf(first!), await cpuOf('checksums', first!)],
    [framesOf(most), await cpuOf('checksums', most)],
  ]);
  return { cold, warm: { ...cold, fixedS: Math.max(0, cold.fixedS - warmerS) }, drawingS: drawing.eachS };
}

async function checkModel({ video, work, print }: ModelBench, folder: string, cold: Cost): Promise<void> {
  const timeline = timelineOf(video);
  print('\n| processes | model, s | measured on two cores, s | apart | wall s here |');
  print('| --- | --- | --- | --- | --- |');
  let most = 0;
  for (const count of COUNTS) {
    const output = join(folder, `in-${count}`);
    const parts = partsOf(timeline, count);
    const startedAt = performance.now();
    const used = await Promise.all(parts.map((part) => work(video, 'pictures', pictureFile(output, part), part)));
    const wallS = (performance.now() - startedAt) / 1_000;
    const modelS = parts.map((part) => secondsOf(cold, framesOf(part)));
    const measuredS = used.map(({ cpuS }) => cpuS);
    const [model, real] = [modelS, measuredS].map((seconds) =>
      finishedAt(
        seconds.map((each) => [each]),
        { slots: count, cores: CORES },
      ),
    ) as [number, number];
    const apart = Math.abs(model - real) / real;
    most = Math.max(most, apart);
    const cells = [model.toFixed(1), real.toFixed(1), `${(100 * apart).toFixed(0)} %`, wallS.toFixed(1)];
    print(`| ${count} | ${cells.join(' | ')} |`);
  }
  if (most > TOLERANCE) throw new Error(`The model is wrong by ${(100 * most).toFixed(0)} %`);
}

function framesOf({ fromFrame, toFrame }: FrameRange): number {
  return toFrame - fromFrame;
}
