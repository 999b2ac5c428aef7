/** Premultiplied or not: RGBA bytes of a picture, and how its pixels lie in the layer. */
export interface EffectPixels {
  /** width × height × 4 bytes, not premultiplied. */
  readonly rgba: Uint8ClampedArray;
  readonly width: number;
  readonly height: number;
  /** Pixels per local px. */
  readonly density: number;
}

/** Strength of the grain, in levels to either side. */
const NOISE_LEVELS = 42;

/** A pixel's share of chance, 0..1: a hash of its place (the finalizer of MurmurHash3), the same on every run. */
function chance(x: number, y: number): number {
  let bits = Math.imul(x, 0x27d4eb2d) ^ Math.imul(y, 0x165667b1);
  bits = Math.imul(bits ^ (bits >>> 16), 0x85ebca6b);
  bits = Math.imul(bits ^ (bits >>> 13), 0xc2b2ae35);
  return ((bits ^ (bits >>> 16)) >>> 0) / 2 ** 32;
}

/** Adds grain: one value per local pixel, the same at any density. */
export function addNoise({ rgba, width, height, density }: EffectPixels): void {
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const [column, row] = [Math.floor(x / density), Math.floor(y / density)];
      // The mean of two is likelier to be small than large, as grain is.
      const grain = (chance(column, row) + chance(column + 7919, row) - 1) * NOISE_LEVELS;
      const at = (y * width + x) * 4;
      for (let channel = 0; channel < 3; channel++) rgba[at + channel] = rgba[at + channel]! + grain;
    }
  }
}

/** Replaces each block of a square grid, counted from the top left, by its mean color, weighted by coverage. */
export function pixelateBlocks({ rgba, width, height, density }: EffectPixels, blockPx: number): void {
  const block = Math.max(1, blockPx * density);
  for (let row = 0; row * block < height; row++) {
    const [top, bottom] = [Math.round(row * block), Math.min(height, Math.round((row + 1) * block))];
    for (let column = 0; column * block < width; column++) {
      const [left, right] = [Math.round(column * block), Math.min(width, Math.round((column + 1) * block))];
      flatten(rgba, width, { left, top, right, bottom });
    }
  }
}

interface Block {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

function flatten(rgba: Uint8ClampedArray, width: number, { left, top, right, bottom }: Block): void {
  const sums = [0, 0, 0, 0];
  const each = (visit: (at: number) => void): void => {
    for (let y = top; y < bottom; y++) for (let x = left; x < right; x++) visit((y * width + x) * 4);
  };
  each((at) => {
    const alpha = rgba[at + 3]!;
    for (let channel = 0; channel < 3; channel++) sums[channel]! += rgba[at + channel]! * alpha;
    sums[3]! += alpha;
  });
  const alpha = sums[3]!;
  const mean = [0, 1, 2].map((channel) => (alpha === 0 ? 0 : sums[channel]! / alpha));
  const cover = alpha / Math.max(1, (right - left) * (bottom - top));
  each((at) => {
    for (let channel = 0; channel < 3; channel++) rgba[at + channel] = mean[channel]!;
    rgba[at + 3] = cover;
  });
}

/** Distance by which lines are bent, and length of their waves, in parts of the picture's shorter side. */
const SQUIGGLE_REACH = 1 / 60;
const SQUIGGLE_WAVE = 1 / 8;

/** Bends a picture in irregular waves, as if drawn with an unsteady hand; its edges repeat. */
export function squiggle(pixels: EffectPixels): void {
  const { rgba, width, height } = pixels;
  const source = rgba.slice();
  const side = Math.min(width, height);
  const [reach, wave] = [side * SQUIGGLE_REACH, side * SQUIGGLE_WAVE];
  const clamp = (value: number, most: number): number => Math.max(0, Math.min(most - 1, value));
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const fromX = x + reach * swing(x / wave, y / wave, 0);
      const fromY = y + reach * swing(x / wave, y / wave, 5);
      const [left, top] = [Math.floor(fromX), Math.floor(fromY)];
      const [across, down] = [fromX - left, fromY - top];
      const at = (y * width + x) * 4;
      for (let channel = 0; channel < 4; channel++) {
        const pick = (dx: number, dy: number): number =>
          source[(clamp(top + dy, height) * width + clamp(left + dx, width)) * 4 + channel]!;
        const upper = pick(0, 0) * (1 - across) + pick(1, 0) * across;
        const lower = pick(0, 1) * (1 - across) + pick(1, 1) * across;
        rgba[at + channel] = upper * (1 - down) + lower * down;
      }
    }
  }
}

/** Waves of two lengths that never line up, -1..1. */
function swing(u: number, v: number, shift: number): number {
  const slow = Math.sin(2 * Math.PI * (v + shift * 0.37) + Math.sin(2.1 * u + shift));
  const fast = Math.sin(2 * Math.PI * (2.63 * v + 1.7 * u) + shift);
  return 0.65 * slow + 0.35 * fast;
}
