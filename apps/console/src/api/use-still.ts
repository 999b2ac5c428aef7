import { useEffect, useState } from 'react';
import { FramewrightError, unwrap } from '#libs/client';
import { type JsonObject } from '#libs/document';
import { api } from './client.ts';

/** Time without a change after which the server paints a picture, ms. */
const REST_MS = 300;
/** Pause before the picture is asked for again, after a failure that may pass, ms. */
const RETRY_MS = 3_000;

export interface Moment {
  /**
   * The painted subject: `{document}`, or `{template_id, modifications}`. Pass the identical object until it changes.
   */
  readonly subject: JsonObject;
  /** Number of the page of the subject that is shown; absent: times count from the start of the video. */
  readonly page?: number;
  /** Seconds of the page; absent: a moment outside its transitions. */
  readonly time?: number;
  /** Pixels of the picture, at most. */
  readonly width: number;
}

export interface ShownStill {
  readonly picture: ImageBitmap | undefined;
  /** Whether `picture` shows what is asked for now. */
  readonly isExact: boolean;
  readonly error: Error | undefined;
}

/** A moment as the renderer paints it: what a video will show. The last picture stays until then. */
export function useStill({ subject, page, time, width }: Moment): ShownStill {
  const [shown, setShown] = useState<{ picture?: ImageBitmap; error?: Error; at?: Moment }>({});
  useEffect(() => {
    const end = new AbortController();
    const at = { subject, page, time, width };
    const ask = async () => {
      try {
        const picture = await paint(at, end.signal);
        if (!end.signal.aborted) setShown({ picture, at });
      } catch (error) {
        if (end.signal.aborted) return;
        setShown((before) => ({ ...before, error: error as Error, at }));
        if (mayPass(error)) timer = setTimeout(() => void ask(), RETRY_MS);
      }
    };
    let timer = setTimeout(() => void ask(), REST_MS);
    return () => {
      clearTimeout(timer);
      end.abort();
    };
  }, [subject, page, time, width]);
  const { at } = shown;
  const isCurrent = at?.subject === subject && at.page === page && at.time === time && at.width === width;
  return {
    picture: shown.picture,
    isExact: isCurrent && shown.error === undefined,
    error: isCurrent ? shown.error : undefined,
  };
}

/** Whether a failure may pass: the server is busy or cannot be reached. A refusal of the document does not pass. */
function mayPass(error: unknown): boolean {
  if (!(error instanceof FramewrightError)) return false;
  return error.status === undefined || error.status === 429 || error.status >= 500;
}

export async function paint({ subject, page, time, width }: Moment, signal: AbortSignal): Promise<ImageBitmap> {
  const request = new Request(`${window.location.origin}/v1/frames`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ ...subject, page, t: time, width, format: 'webp' }),
    signal,
  });
  const response = await api.fetch(request, { retries: 1 });
  if (!response.ok) await unwrap({ response, error: await response.json().catch(() => undefined) });
  return createImageBitmap(await response.blob());
}
