import type { FootageStrip } from '../protocol.js';
import { openTrack } from './open-footage.js';

/** Pictures of a strip, and their height, px. */
const COUNT = 24;
const HEIGHT = 40;
/** Widest picture, in its heights. */
const MAX_ASPECT = 4;

/** Small pictures of footage at equal distances. @throws Error for footage that cannot be decoded */
export async function footageStrip(content: Uint8Array<ArrayBuffer>): Promise<FootageStrip> {
  const { facts, sink, times } = await openTrack(content);
  const durationS = times.endS - times.firstS;
  const width = Math.max(1, Math.round(HEIGHT * Math.min(MAX_ASPECT, facts.width / facts.height)));
  const wanted = Array.from({ length: COUNT }, (_, index) => times.firstS + ((index + 0.5) / COUNT) * durationS);
  const pictures: ImageBitmap[] = [];
  for await (const sample of sink.samplesAtTimestamps(wanted)) {
    if (!sample) continue;
    const canvas = new OffscreenCanvas(width, HEIGHT);
    sample.draw(canvas.getContext('2d')!, 0, 0, width, HEIGHT);
    sample.close();
    pictures.push(canvas.transferToImageBitmap());
  }
  return { durationS, pictures };
}
