/** A part of a Lottie file, as its format (lottie.github.io) has it. */
export type LottieJson = Record<string, unknown>;

const still = (value: unknown): LottieJson => ({ a: 0, k: value });

/** The transform of a layer in its composition: the identity by default. */
export function lottiePlace(change: LottieJson = {}): LottieJson {
  return { o: still(100), r: still(0), p: still([0, 0]), a: still([0, 0]), s: still([100, 100]), ...change };
}

/** A rectangle of 40 × 40 pixels about its layer's position. */
export function lottieSquare(rgb: readonly number[]): LottieJson {
  const shapes = [
    { ty: 'rc', d: 1, s: still([40, 40]), p: still([0, 0]), r: still(0) },
    { ty: 'fl', c: still([...rgb, 1]), o: still(100), r: 1 },
    { ty: 'tr', ...lottiePlace() },
  ];
  return { ty: 'gr', it: shapes };
}

/** A layer of shapes that lives as long as any animation of the specs. */
export function lottieLayer(shapes: readonly LottieJson[], place: LottieJson = {}): LottieJson {
  return { ty: 4, ind: 1, sr: 1, ks: lottiePlace(place), shapes, ip: 0, op: 1000, st: 0, bm: 0 };
}

/** Another composition of the file as a layer. */
export function lottieComposition(refId: string): LottieJson {
  return { ty: 0, ind: 1, refId, sr: 1, ks: lottiePlace(), w: 200, h: 100, ip: 0, op: 1000, st: 0, bm: 0 };
}

/** An animation of 200 × 100 pixels and one second at 25 frames. */
export function lottieFile(layers: readonly LottieJson[], change: LottieJson = {}): string {
  return JSON.stringify({ v: '5.7.0', fr: 25, ip: 0, op: 25, w: 200, h: 100, assets: [], layers, ...change });
}

/** A red square on its way from the left edge to the right one, evenly. */
export const TRAVELLER = lottieFile([
  lottieLayer([lottieSquare([1, 0, 0])], {
    p: {
      a: 1,
      k: [
        { t: 0, s: [0, 50], i: { x: 1, y: 1 }, o: { x: 0, y: 0 } },
        { t: 25, s: [200, 50] },
      ],
    },
  }),
]);
