import type { SceneNode } from '#libs/timeline';
import type { FootageNode, ShownFootage } from '../footage/shown-footage.js';
import type { Drawing } from '../drawing.js';
import type { Canvas } from '../skia.js';
import { canvasOf, canvasOfRgba } from '../stills/frame-canvas.js';
import { paintPlaces } from './paint-places.js';
import { addRoundRect } from '../geometry/round-rect.js';
import type { LayerPainter } from './layer-painter.js';

/** Paints layers of the kind `video`. */
export const VIDEO_PAINTER: LayerPainter<'video'> = {
  draw: (node, { footage }) => drawVideoLayer(node, footage(node)),
  words: undefined,
};

/**
 * Paints the picture of footage in its box with Skia, for cases in which its planes cannot be copied into the frame.
 */
function drawVideoLayer(node: FootageNode & Pick<SceneNode, 'picture'>, shown: ShownFootage | undefined): Drawing {
  const { layer, box } = node;
  const outer = { x: 0, y: 0, ...box };
  return {
    isSmooth: true,
    ink: outer,
    moment: shown?.id ?? '',
    ...(shown && { converted: shown.fit.width * shown.fit.height }),
    paint(context) {
      if (!shown) return;
      context.save();
      context.beginPath();
      addRoundRect(context, outer, layer.borderRadius);
      context.clip();
      if (node.picture) context.transform(...node.picture);
      paintPlaces(context, canvasOfFootage(shown), shown.fit.places);
      context.restore();
    },
  };
}

function canvasOfFootage({ fit, hasAlpha, pixels }: ShownFootage): Canvas {
  return hasAlpha ? canvasOfRgba(pixels, fit) : canvasOf(pixels, fit.width, fit.height);
}
