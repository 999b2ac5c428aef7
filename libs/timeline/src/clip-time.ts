import type { ResolvedLottie, ResolvedVideo } from './resolved-layer.js';

/**
 * The second of a source that a clip or a Lottie animation shows: trimmed, at its speed, starting again where it loops, else
 * resting at its end. In `[start, end]`; a looping one never gets to the end itself.
 *
 * @param timeS the node's, seconds since the layer's start
 * @param sourceS length of the source
 */
export function clipTimeS(layer: ResolvedVideo | ResolvedLottie, timeS: number, sourceS: number): number {
  const isVideo = layer.type === 'video';
  const startS = Math.min(isVideo ? layer.trimStartS : 0, sourceS);
  const endS = Math.min(isVideo ? (layer.trimEndS ?? sourceS) : sourceS, sourceS);
  const lengthS = Math.max(0, endS - startS);
  const playedS = timeS * layer.speed;
  if (layer.loop && lengthS > 0) return startS + (playedS % lengthS);
  return startS + Math.min(playedS, lengthS);
}
