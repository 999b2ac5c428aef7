import fs from 'node:fs/promises';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { lottieFile, lottieLayer, lottieSquare, TRAVELLER } from '../testing/lotties.js';
import { colorError, SIZE, specRenderers } from '../testing/spec-renderers.js';

const RED = [255, 0, 0] as const;
const WHITE = [255, 255, 255] as const;

const renderers = specRenderers();
beforeAll(async () => {
  await fs.writeFile(renderers.file('traveller.json'), TRAVELLER);
  const half = lottieLayer([lottieSquare([0, 0.5, 1])], { o: { a: 0, k: 50 }, p: { a: 0, k: [100, 50] } });
  await fs.writeFile(renderers.file('half.json'), lottieFile([half]));
  await fs.writeFile(
    renderers.file('elsewhere.json'),
    lottieFile([], { assets: [{ id: 'a', p: 'a.png', u: '/tmp/' }] }),
  );
});

/** 200 × 100 pixels in the frame, as large as it is. */
const TRAVELING = {
  name: 'l',
  type: 'lottie',
  source_url: 'http://a.example/traveller.json',
  width: 200,
  height: 100,
};

async function framesOf(layer: object, frames: readonly number[]): Promise<Uint8Array[]> {
  return renderers.frames({ layers: [layer] }, frames);
}

/** The first and last column in which a row is red; whole chroma cells. */
function redIn(frame: Uint8Array, y = 50): [from: number, to: number] {
  const red = Array.from({ length: SIZE.width }, (_, x) => x).filter((x) => colorError(frame, [x, y], RED) < 20);
  return [red[0] ?? -1, red.at(-1) ?? -1];
}

describe('a lottie layer', () => {
  it('shows its state at every instant, between its own frames too', async () => {
    const [first, middle, odd] = await framesOf(TRAVELING, [0, 12, 5]);
    expect([redIn(first!), redIn(middle!)]).toEqual([
      [0, 19],
      [80, 119],
    ]);
    const at = (200 * 5) / 24;
    expect(Math.abs(redIn(odd!)[0] - (at - 20))).toBeLessThanOrEqual(2);
  });

  it.each<[what: string, change: object, frame: number, at: number]>([
    ['at twice its speed', { speed: 2 }, 6, 100],
    ['round after round', { speed: 2, loop: true }, 18, 100],
    ['resting at its end', { speed: 4 }, 23, 200],
    ['from its own start', { start: 0.25 }, 18, 100],
  ])('plays %s', async (_, change, frame, at) => {
    const [shown] = await framesOf({ ...TRAVELING, ...change }, [frame]);
    expect(redIn(shown!)).toEqual([at - 20, Math.min(200, at + 20) - 1]);
  });

  it('lies in the middle of its box as large as fits, sharp at any size, and mixes with what lies below', async () => {
    const place = { x: 0, y: 0, width: 320, height: 180, source_url: 'http://a.example/half.json' };
    const [shown] = await framesOf({ ...TRAVELING, ...place }, [0]);
    // 320 × 160 in 320 × 180; half of rgb(0, 128, 255) on white.
    expect(colorError(shown!, [160, 90], [127, 191, 255])).toBeLessThan(2);
    expect(colorError(shown!, [130, 60], [127, 191, 255])).toBeLessThan(2);
    expect(colorError(shown!, [126, 90], WHITE)).toBeLessThan(1);
    expect(colorError(shown!, [160, 56], WHITE)).toBeLessThan(1);
  });

  it.each<[what: string, change: object]>([
    ['turned', { rotation: 90, x: 210, y: -50 + 10, anchor_x: 0 }],
    ['blurred a little', { blur: 0.5, x: 10 }],
    ['in a group', { x: 10 }],
  ])('is drawn %s', async (what, change) => {
    const layer = { ...TRAVELING, ...change };
    const [shown] = await framesOf(
      what === 'in a group' ? { type: 'group', name: 'g', opacity: 0.999, layers: [layer] } : layer,
      [12],
    );
    const where = what === 'turned' ? ([160, 60] as const) : ([110, 50] as const);
    expect(colorError(shown!, where, RED)).toBeLessThan(3);
  });

  it('is the same from any first frame', async () => {
    const inOrder = await framesOf({ ...TRAVELING, rotation: 7 }, [3, 4, 5]);
    const [alone] = await framesOf({ ...TRAVELING, rotation: 7 }, [5]);
    expect(Buffer.compare(inOrder[2]!, alone!)).toBe(0);
  });

  it('writes text with the outlines in its file', async () => {
    const corners = [
      [0, 0],
      [50, 0],
      [50, -50],
      [0, -50],
    ]; // of a square half an em high
    const still = corners.map(() => [0, 0]);
    const outline = { ty: 'sh', ks: { a: 0, k: { c: true, v: corners, i: still, o: still } } };
    const chars = [
      { ch: 'A', fFamily: 'F', style: 'Bold', size: 40, w: 60, data: { shapes: [{ ty: 'gr', it: [outline] }] } },
    ];
    const fonts = { list: [{ fName: 'F-Bold', fFamily: 'F', fStyle: 'Bold', ascent: 75 }] };
    const letters = { s: { t: 'AA', f: 'F-Bold', s: 40, j: 0, lh: 48, fc: [1, 0, 0] }, t: 0 };
    const text = {
      ...lottieLayer([], { p: { a: 0, k: [20, 60] } }),
      ty: 5,
      t: { d: { k: [letters] }, p: {}, m: { g: 1, a: { a: 0, k: [0, 0] } }, a: [] },
    };
    await fs.writeFile(renderers.file('text.json'), lottieFile([text], { chars, fonts }));
    const [shown] = await framesOf({ ...TRAVELING, source_url: 'http://a.example/text.json' }, [0]);
    const isRed = [22, 38, 42, 46, 62, 66].map((x) => colorError(shown!, [x, 50], RED) < 5);
    expect(isRed).toEqual([true, true, false, true, true, false]);
  });

  it('that is invalid fails with the name of its layer', async () => {
    const layer = { ...TRAVELING, source_url: 'http://a.example/elsewhere.json' };
    await expect(renderers.render({ layers: [layer] })).rejects.toMatchObject({
      code: 'ASSET_UNSUPPORTED',
      message: expect.stringMatching(/^pages\[0]\.layers\[0] "l": the file names another file, "a.png"/),
    });
    const page = { ...TRAVELING, source_url: 'http://a.example/page.html' };
    await expect(renderers.render({ layers: [page] })).rejects.toThrow('no Lottie animation');
  });
});
