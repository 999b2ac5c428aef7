import { drawStill, filesOfStill } from '#libs/render';
import type { TemplateDocument } from '#libs/template';
import type { StillStyle } from '#libs/contracts';
import type { Engine } from './open-engine.js';
import { renderingError } from './render-video.js';

interface FrameToDraw {
  document: TemplateDocument;
  timeS: number | undefined;
  style: StillStyle | undefined;
}

/**
 * Draws a frame into a file of the engine's folder.
 *
 * @throws CliError
 */
export async function drawFrame(
  { document, timeS, style }: FrameToDraw,
  { tools, newFolder }: Engine,
  signal: AbortSignal,
): Promise<string> {
  const still = { document, ...(timeS !== undefined && { timeS }), ...(style && { style }) };
  try {
    const { entries: assets } = await tools.assets.gather(filesOfStill(still), signal);
    const { file } = await drawStill({ ...still, assets, folder: await newFolder() }, tools);
    signal.throwIfAborted();
    return file;
  } catch (error) {
    signal.throwIfAborted();
    throw renderingError(error);
  }
}
