import { render, type VideoRequest } from '#libs/client';
import type { VideoRenderer } from '../engine/video-renderer.js';
import { asked, type Remote } from './connect.js';
import { withUploads } from './upload-files.js';

/** Progress of a video of a server, per cent. */
const WHOLE = 100;

/** Has a server render videos of a stored template. A video whose wait is interrupted is canceled. */
export function onServer(remote: Remote, templateId: string): VideoRenderer {
  return {
    async render({ draft, body }, output, { signal, onFrame }) {
      // A video of several sizes is asked for size by size.
      const asking = { ...body, sizes: undefined, size: draft.size, template_id: templateId };
      const request = await withUploads(remote, asking, signal);
      const { video } = await asked(() =>
        render(remote.client, request as VideoRequest, {
          ...{ to: output, signal, cancelOnAbort: true },
          onProgress: ({ progress }) => onFrame(Math.round((progress / WHOLE) * draft.frameCount)),
        }),
      );
      const { file_size: bytes, duration: durationS, width, height } = video;
      return { output, bytes: bytes ?? 0, frames: draft.frameCount, durationS, width, height, warnings: [] };
    },
    [Symbol.asyncDispose]: () => Promise.resolve(),
  };
}
