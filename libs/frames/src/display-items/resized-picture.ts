import { boundsOfRect } from '#libs/document';
import { contains, intersect, isEmpty } from '#libs/compositor';
import type { SceneNode } from '#libs/timeline';
import { EDGE, type LayerBox } from '../drawing.js';
import { boxInFrame, boxMask } from '../geometry/box-mask.js';
import { grown } from '../geometry/matrix.js';
import { resizedPlaces } from '../geometry/resized-places.js';
import type { DisplayItem } from './display-item.js';
import { type ItemSprite, itemSprite } from './item-sprite.js';

/**
 * The sprite of an image whose box is on its way to another size: the picture is painted once, as it looks in the box that it
 * comes to, and the kernel scales it and cuts it to the box. Undefined for other layers, and if nothing of it is visible.
 */
export function resizedPicture(node: SceneNode, item: DisplayItem, frame: LayerBox): ItemSprite | undefined {
  const { layer, box, restBox, filters, picture } = node;
  const { inBox } = item.drawing;
  if (layer.type !== 'image' || !restBox || !inBox || filters || picture) return undefined;
  const [now, atRest] = [inBox(box).place, inBox(restBox)];
  const inFrame = boxInFrame(node, layer.borderRadius);
  const isFilled = contains(grown(now, 1e-6), { x: 0, y: 0, ...box });
  if (!inFrame || isEmpty(now) || isEmpty(atRest.place) || (layer.borderRadius > 0 && !isFilled)) return undefined;
  const places = resizedPlaces(node, { now, atRest: atRest.place });
  const contentId = `${layer.sourceUrl} in ${JSON.stringify(atRest.place)}`;
  const drawing = { ink: grown(atRest.place, EDGE), isSmooth: true, paint: atRest.paint };
  const sprite = itemSprite({ ...item, ...places, contentId, drawing }, frame);
  const cut = isFilled ? inFrame : { ...boundsOfRect(node.matrix, intersect(now, { x: 0, y: 0, ...box })), radius: 0 };
  return sprite && { ...sprite, mask: boxMask(cut, frame) };
}
