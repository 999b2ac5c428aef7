import { parentPort, workerData } from 'node:worker_threads';
import { type AssetFiles, FrameError, openFrameRenderer, type ResourceLimits } from '#libs/frames';
import type { Timeline } from '#libs/timeline';
import { FrameRing } from './frame-ring.js';

/** Work of a thread: frames of a video that show no footage. */
export interface DrawingWork {
  timeline: Timeline;
  /** Paths by kind and address, `image https://…`. */
  files: ReadonlyMap<string, string>;
  limits: ResourceLimits;
}

/** Data that a thread is given when it starts. */
export interface DrawingTask extends DrawingWork {
  /** Memory of a {@link FrameRing}. */
  memory: SharedArrayBuffer;
}

/** Messages of a drawing thread: it is ready; it has drawn the next requested frame; it has failed. */
export type FromThread =
  | { type: 'ready' }
  | { type: 'drawn' }
  | { type: 'failed'; error: unknown; frameError?: Pick<FrameError, 'code' | 'path' | 'reason'> };

/** The program of a thread that draws frames of one video, in the order of their numbers, until it is ended. */
async function main({ timeline, files, limits, memory }: DrawingTask): Promise<void> {
  const renderer = await openFrameRenderer(timeline, filesOf(files), limits);
  const ring = new FrameRing((renderer.width * renderer.height * 3) / 2, memory);
  let count = 0;
  let drawing = Promise.resolve();
  const draw = async (number: number): Promise<void> => {
    const place = ring.frame(count++);
    place.set(await renderer.render(number));
    send({ type: 'drawn' });
  };
  parentPort!.on('message', (number: number) => {
    drawing = drawing.then(() => draw(number)).catch(sendError);
  });
  send({ type: 'ready' });
}

/** Files of every kind but footage, whose pictures the thread is sent. */
function filesOf(files: ReadonlyMap<string, string>): Required<Omit<AssetFiles, 'footage'>> {
  const fileOf =
    (kind: string) =>
    (url: string): string =>
      files.get(`${kind} ${url}`)!;
  return { image: fileOf('image'), font: fileOf('font'), lottie: fileOf('lottie') };
}

/** Sends an error as data, because its own fields would be lost on the way to another thread. */
function sendError(error: unknown): void {
  if (error instanceof FrameError) {
    const { code, path, reason } = error;
    send({ type: 'failed', error, frameError: { code, path, reason } });
  } else send({ type: 'failed', error });
}

function send(message: FromThread): void {
  parentPort!.postMessage(message);
}

await main(workerData as DrawingTask);
