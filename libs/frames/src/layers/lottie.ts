import type { LayerContent } from '#libs/template';
import { lottieTimeS } from '#libs/timeline';
import type { Drawing, LayerBox } from '../drawing.js';
import type { Lottie } from '../lottie/lottie.js';
import { picturePlaces } from '../geometry/picture-places.js';
import type { LayerPainter } from './layer-painter.js';

/** Paints layers of the kind `lottie`. */
export const LOTTIE_PAINTER: LayerPainter<'lottie'> = {
  draw: (node, { lottie }) => drawLottieLayer(node, lottie(node.layer.sourceUrl)),
  words: undefined,
};

/** The whole animation, centered in its box and as large as fits, `timeS` seconds after the start of its layer. */
function drawLottieLayer(
  { layer, box, timeS }: { layer: LayerContent<'lottie'>; box: LayerBox; timeS: number },
  lottie: Lottie,
): Drawing {
  const placing = { imageSize: 'contain', position: 'center center', isMirrored: false, isUpsideDown: false } as const;
  const { first: place } = picturePlaces(placing, { x: 0, y: 0, ...box }, lottie);
  const shownS = lottieTimeS(layer, timeS, lottie.lengthS);
  return {
    isSmooth: true,
    ink: place,
    moment: String(shownS),
    remarks: lottie.remarks,
    paint: (context) => lottie.paint(context, shownS, place),
  };
}
