import { canPreview, Preview, type PreviewRequest } from '#libs/preview';
import worker from '../../../../libs/preview/src/worker.ts?worker&url';

/** A document whose poster is painted. */
export interface PosterSubject {
  readonly document: { readonly poster_time?: unknown };
  /** The tokens that the document uses and lacks. */
  readonly brand: NonNullable<PreviewRequest['brand']>;
  /** One of its sizes. */
  readonly size: string;
  /** Lines of the picture, at most. */
  readonly lines: number;
}

/** Time without a poster after which the worker is ended, ms. */
const IDLE_MS = 10_000;

let preview: Preview | undefined;
let last: Promise<unknown> = Promise.resolve();
let idle: ReturnType<typeof setTimeout> | undefined;

/** Paints posters one after the other in one worker, by the engine of the renderers. Undefined where a browser cannot. */
export function paintPoster(subject: PosterSubject, signal: AbortSignal): Promise<ImageBitmap | undefined> {
  const painted = last.then(() => (signal.aborted || !canPreview() ? undefined : paint(subject)));
  last = painted.catch(() => undefined);
  return painted;
}

async function paint({ lines, ...shown }: PosterSubject): Promise<ImageBitmap | undefined> {
  clearTimeout(idle);
  const fonts = `${window.location.origin}/fonts`;
  preview ??= new Preview({ worker, fonts, allow: ['https://', 'http://'] });
  try {
    const opened = await preview.open({ ...shown, maxHeight: lines });
    if (!opened) return undefined;
    const { width: codedWidth, height: codedHeight, fps, frameCount } = opened;
    const { poster_time: timeS } = shown.document;
    const at = Math.min(Math.floor((typeof timeS === 'number' ? timeS : 1) * fps), frameCount - 1);
    const frame = new VideoFrame(await preview.read(at), { format: 'I420', codedWidth, codedHeight, timestamp: 0 });
    try {
      return await createImageBitmap(frame);
    } finally {
      frame.close();
    }
  } finally {
    idle = setTimeout(close, IDLE_MS);
  }
}

function close(): void {
  preview?.close();
  preview = undefined;
}
