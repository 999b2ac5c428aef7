import { describe, expect, it } from '@jest/globals';
import type { JsonObject, Size } from '#libs/document';
import { draggedFocus, isCropped, pictureInBox } from '../../../apps/console/src/editor/canvas/picture-in-box.ts';

const PICTURE = { width: 200, height: 100 };
const layer = (more: JsonObject = {}): JsonObject => ({ name: 'dusk', type: 'image', ...more });

describe('a picture that is moved inside its box', () => {
  it.each<[JsonObject, Size, number[]]>([
    [{}, { width: 100, height: 100 }, [-50, 0, 200, 100]],
    [{ position: 'right bottom' }, { width: 80, height: 120 }, [-160, 0, 240, 120]],
    [{ focus: { x: 0.7, y: 0.2 } }, { width: 90, height: 100 }, [-95, 0, 200, 100]],
    [{ focus: { x: '30%', y: 1 } }, { width: 400, height: 100 }, [0, -100, 400, 200]],
    [{ image_size: 'auto', focus: { x: 0.9, y: 0.9 } }, { width: 60, height: 300 }, [-140, 100, 200, 100]],
    [{ flip: 'both', position: 'left top' }, { width: 70, height: 140 }, [-210, 0, 280, 140]],
  ])('is where the renderers draw it: %j in %j', (more, box, wanted) => {
    const { x, y, width, height } = pictureInBox(layer(more), box, PICTURE);
    [x, y, width, height].forEach((value, index) => expect(value).toBeCloseTo(wanted[index]!, 6));
  });

  it('follows the pointer up to its edge, and keeps its focus in a direction in which all of it is seen', () => {
    const box = { width: 100, height: 100 };
    const moved = (by: number, more: JsonObject = {}) => draggedFocus(layer(more), box, PICTURE, { x: by, y: 40 });
    expect(moved(-20)).toEqual({ x: 0.6, y: 0.5 });
    expect(pictureInBox(layer({ focus: moved(-20) }), box, PICTURE).x).toBeCloseTo(-70, 6);
    expect(moved(-500)).toEqual({ x: 0.75, y: 0.5 });
    expect(moved(500)).toEqual({ x: 0.25, y: 0.5 });
    expect(moved(20, { flip: 'horizontal' })).toEqual({ x: 0.6, y: 0.5 });
  });

  it('is one that its box can cut off', () => {
    expect([
      isCropped(layer()),
      isCropped(layer({ image_size: 'contain' })),
      isCropped(layer({ type: 'text' })),
    ]).toEqual([true, false, false]);
  });
});
