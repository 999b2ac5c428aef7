import type { Encoder } from '#libs/contracts';
import type { VideoDraft } from '#libs/drafts';
import type { Engine } from './open-engine.js';
import { type RenderedFile, renderVideo, type RenderWatch } from './render-video.js';

/** A draft, and the request that it was made of. */
export interface VideoToRender {
  draft: VideoDraft;
  body: Readonly<Record<string, unknown>>;
}

/** Renders one video after the other. */
export interface VideoRenderer extends AsyncDisposable {
  /** @throws CliError; the signal's reason after an abort */
  render(video: VideoToRender, output: string, watch: RenderWatch): Promise<RenderedFile>;
}

/** Renders in this process. */
export function inThisProcess(engine: Engine, encoder: Encoder): VideoRenderer {
  return {
    render: ({ draft }, output, watch) => renderVideo(draft, { engine, encoder, output }, watch),
    [Symbol.asyncDispose]: () => Promise.resolve(),
  };
}
