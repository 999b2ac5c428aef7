import { describe, expect, it } from '@jest/globals';
import type { ItemGroup, ItemSprite } from '../display-items/item-sprite.js';
import { compositingWork, type LaidOutFrame } from './compositing-work.js';

const SIZE = { width: 320, height: 180 };
const FRAME = 320 * 180;

/** A sprite of 80 × 40 px. */
function sprite(key: string, change: Partial<ItemSprite> = {}): ItemSprite {
  const at = { x: 40, y: 20, scaleX: 1, scaleY: 1 };
  const shape = { of: { type: 'shape' } } as NonNullable<ItemSprite['painted']>['item'];
  const painted = { item: shape, plan: {} as NonNullable<ItemSprite['painted']>['plan'] };
  const raster = { raster: key, width: 80, height: 40, transient: false, paint: () => new Uint8Array() };
  return { ...raster, key, at, opacity: 1, dither: false, painted, ...change };
}

function frameOf(...sprites: (ItemSprite | ItemGroup)[]): LaidOutFrame {
  const page = { key: 'pages[0]', underlay: '#fff', background: '#fff', nodes: [] };
  return { pages: [{ page, sprites }] };
}

const drawn = (now: LaidOutFrame, before?: LaidOutFrame): object => {
  const work = Object.entries(compositingWork(now, before, SIZE)).filter(([, amount]) => amount > 0);
  return Object.fromEntries(work);
};

const moved = { at: { x: 41.5, y: 20, scaleX: 1, scaleY: 1 } };
const turned = { at: { x: 100, y: 80, scaleX: 0, scaleY: 0, skewX: -1, skewY: 1 } };

describe('the work of compositing', () => {
  it('is all of the first frame, and nothing of one that is equal', () => {
    const first = frameOf(sprite('a'));
    expect(drawn(first)).toEqual({ frame: 1, sprite: 1, copied: FRAME, placed: 3_200 });
    expect(drawn(first, frameOf(sprite('a')))).toEqual({});
  });

  it('is the area in which a frame differs, by the way that a sprite is placed', () => {
    const before = frameOf(sprite('a'), sprite('b', { at: { x: 200, y: 100, scaleX: 1, scaleY: 1 } }));
    const now = (change: object): LaidOutFrame => frameOf(sprite('a', change), before.pages[0]!.sprites[1]!);
    expect(drawn(now(moved), before)).toMatchObject({ sprite: 2, carried: FRAME, copied: 82 * 40, resampled: 82 * 40 });
    expect(drawn(now(turned), before)).toMatchObject({ turned: 3_200, interleaved: 3_200 });
  });

  it('is more for a mask, a blend mode, a group', () => {
    const mask = { ...sprite('m'), transient: true };
    const group = { key: 'g', opacity: 0.5, parts: [sprite('a', { mask, mode: 'screen' })] };
    expect(drawn(frameOf(group))).toMatchObject({ grouped: 3_200, placed: 3_200, cut: 3_200, mixed: 3_200 });
  });

  it('counts a picture of footage by its own pixels, once however often it is shown', () => {
    const picture = (id: string) => ({
      picture: {
        ...{ id, area: { x: 4, y: 4, width: 320, height: 180 }, width: 640, height: 360, halvings: 1 },
        pixels: () => new Uint8Array(),
      },
    });
    const [first, second] = [frameOf(sprite('a', picture('1'))), frameOf(sprite('a', picture('2')))];
    expect(drawn(second, first)).toMatchObject({ picture: 230_400 });
    expect(drawn(frameOf(sprite('a', { ...picture('1'), ...moved })), first)).not.toHaveProperty('picture');
  });

  it('counts a filter whenever it changes, in the pixels of the raster', () => {
    const filter = {
      margin: 0,
      box: { x: 0, y: 0, width: 80, height: 40 },
      blur: 4,
      brightness: 1,
      contrast: 1,
      saturation: 1,
      hueRotate: 0,
    };
    const first = frameOf(sprite('a', { filter }));
    expect(drawn(frameOf(sprite('a', { filter: { ...filter, blur: 3 } })), first)).toMatchObject({
      blurredPlane: 3_200,
    });
    expect(drawn(frameOf(sprite('a', { filter, opacity: 0.5 })), first)).not.toHaveProperty('blurredPlane');
  });
});
