import type { LayerContent } from '#libs/template';

/**
 * The second of its own time that a Lottie animation shows: at its speed, starting again where it loops, else resting at
 * its end. 0 … lengthS; a looping one never gets to the end itself.
 *
 * @param timeS the node's, seconds since the layer's start
 * @param lengthS of the animation, > 0
 */
export function lottieTimeS({ speed, loop }: LayerContent<'lottie'>, timeS: number, lengthS: number): number {
  const playedS = timeS * speed;
  return loop ? playedS % lengthS : Math.min(playedS, lengthS);
}
