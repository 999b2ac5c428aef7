import { type Size } from '#libs/document';
import { type StatedFont, fontFacts } from './font-facts.ts';

/** Time after which footage that has not loaded counts as unplayable in this browser, ms. */
const PATIENCE_MS = 5_000;

/** The size of a picture or of footage in pixels; undefined if this browser cannot read it. */
export async function sizeOf(file: File, kind: string): Promise<Size | undefined> {
  if (kind === 'video') return footageSize(file);
  try {
    const picture = await createImageBitmap(file);
    const size = { width: picture.width, height: picture.height };
    picture.close();
    return size;
  } catch {
    return undefined;
  }
}

async function footageSize(file: File): Promise<Size | undefined> {
  const url = URL.createObjectURL(file);
  const video = document.createElement('video');
  video.preload = 'metadata';
  try {
    return await new Promise((resolve) => {
      video.onloadedmetadata = () => resolve({ width: video.videoWidth, height: video.videoHeight });
      video.onerror = () => resolve(undefined);
      setTimeout(() => resolve(undefined), PATIENCE_MS);
      video.src = url;
    });
  } finally {
    video.removeAttribute('src');
    URL.revokeObjectURL(url);
  }
}

export async function fontOf(file: File): Promise<StatedFont> {
  return fontFacts(await file.arrayBuffer(), file.name);
}
