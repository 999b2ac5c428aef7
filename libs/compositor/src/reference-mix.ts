import { type MixColors, MIX_MODES, type MixMode } from './kernel.js';
import { byte, chromaOf, type Color, colorOf, div255, lumaOf, nearest, share, straight } from './reference-colors.js';

// Blend modes in plain TypeScript, after W3C Compositing and Blending Level 1 §9-10. The kernel counts in single
// precision, so every step here is rounded to it: only then are both equal byte for byte.

const f = Math.fround;

type Channel = (b: number, s: number) => number;

function multiply(b: number, s: number): number {
  return div255(b * s);
}

function screen(b: number, s: number): number {
  return b + s - multiply(b, s);
}

function hardLight(b: number, s: number): number {
  return s < 128 ? multiply(b, 2 * s) : screen(b, 2 * s - 255);
}

function colorDodge(b: number, s: number): number {
  if (b === 0) return 0;
  return s === 255 ? 255 : byte(Math.min(255, f((b * 255) / (255 - s))));
}

function softLight(b: number, s: number): number {
  const product = b * (255 - b);
  const x = f(b * f(1 / 255));
  const root = x <= 0.25 ? f(f(f(f(f(16 * x) - 12) * x) + 4) * x) : f(Math.sqrt(x));
  const most = s < 128 ? product + (product >> 7) : nearest(f(f(root - x) * 65_536));
  return b + ((share((2 * s - 255) << 7, most) + 128) >> 8);
}

/** Formulas of the modes that mix channels one by one, from the levels of the backdrop and the source. */
const LEVELS: Partial<Record<MixMode, Channel>> = {
  multiply,
  screen,
  overlay: (b, s) => hardLight(s, b),
  darken: Math.min,
  lighten: Math.max,
  'color-dodge': colorDodge,
  'color-burn': (b, s) => 255 - colorDodge(255 - b, 255 - s),
  'hard-light': hardLight,
  'soft-light': softLight,
  difference: (b, s) => Math.abs(b - s),
  exclusion: (b, s) => div255(b * (255 - s) + s * (255 - b)),
};

function luminosity([r, g, b]: Color): number {
  return f(f(f(r * f(0.3)) + f(g * f(0.59))) + f(b * f(0.11)));
}

function withLuminosity(color: Color, l: number): Color {
  const move = f(l - luminosity(color));
  const [n, x] = [f(Math.min(...color) + move), f(Math.max(...color) + move)];
  const outside = x > 1 ? f(f(1 - l) / f(x - l)) : n < 0 ? f(l / f(l - n)) : 1;
  return map(color, (c) => f(l + f(f(f(c + move) - l) * outside)));
}

function withSaturation(color: Color, saturation: number): Color {
  const low = Math.min(...color);
  const spread = f(Math.max(...color) - low);
  const stretch = spread > 0 ? f(saturation / spread) : 0;
  return map(color, (c) => f(f(c - low) * stretch));
}

function saturationOf(color: Color): number {
  return f(Math.max(...color) - Math.min(...color));
}

function map([r, g, b]: Color, change: (channel: number) => number): Color {
  return [change(r), change(g), change(b)];
}

/** The color that the modes mix as a whole, in shares of 0..1. */
function mix(mode: MixMode, backdrop: Color, source: Color): Color {
  switch (mode) {
    case 'hue':
      return withLuminosity(withSaturation(source, saturationOf(backdrop)), luminosity(backdrop));
    case 'saturation':
      return withLuminosity(withSaturation(backdrop, saturationOf(source)), luminosity(backdrop));
    case 'color':
      return withLuminosity(source, luminosity(backdrop));
    default:
      return withLuminosity(backdrop, luminosity(source));
  }
}

/** Levels that were mixed. */
function levelsOf(shares: Color): Color {
  return map(shares, (share) => byte(f(share * 255)));
}

function mixedOf(mode: MixMode, backdrop: Color, source: Color): Color {
  const level = LEVELS[mode];
  if (level) return map([0, 1, 2], (i) => level(backdrop[i]!, source[i]!));
  const shares = (color: Color): Color => map(color, (value) => f(value * f(1 / 255)));
  return levelsOf(mix(mode, shares(backdrop), shares(source)));
}

/** The mixed color where the backdrop covers a pixel, by share, and the source's elsewhere. */
function over(source: Color, mixed: Color, cover: number): Color {
  return map([0, 1, 2], (i) => div255(mixed[i]! * cover + source[i]! * (255 - cover)));
}

/** See `Kernel.mixColors`. */
export function mixColors(memory: Uint8Array, job: MixColors): void {
  const mode = MIX_MODES[job.mode - 1]!;
  for (let y = 0; y < job.height; y += 2) {
    for (let x = 0; x < job.width; x += 2) mixCell(memory, job, mode, [x, y]);
  }
}

function mixCell(memory: Uint8Array, job: MixColors, mode: MixMode, [x, y]: readonly [number, number]): void {
  const cell = (stride: number): number => (y / 2) * (stride / 2) + x / 2;
  const pixel = (stride: number, i: number): number => (y + (i >> 1)) * stride + x + (i & 1);
  const at = (plane: number | undefined, offset: number): number =>
    plane === undefined ? 255 : memory[plane + offset]!;
  const chroma = (planes: readonly [number, number], cover: number | undefined, stride: number): [number, number] => {
    const own = at(cover, cell(stride));
    return [straight(at(planes[0], cell(stride)), own), straight(at(planes[1], cell(stride)), own)];
  };
  const below = chroma([job.u, job.v], job.c, job.stride);
  const own = chroma([job.su, job.sv], job.sc, job.sourceStride);
  const pixels = [0, 1, 2, 3].map((i) => {
    const [from, source] = [pixel(job.stride, i), pixel(job.sourceStride, i)];
    const [cover, alpha] = [at(job.a, from), at(job.sa, source)];
    const color = colorOf(straight(at(job.sy, source), alpha), ...own);
    const mixed = mixedOf(mode, colorOf(straight(at(job.y, from), cover), ...below), color);
    return { color: over(color, mixed, cover), cover: alpha };
  });
  pixels.forEach((mixed, i) => (memory[job.ty + pixel(job.targetStride, i)] = lumaOf(mixed)));
  [memory[job.tu + cell(job.targetStride)], memory[job.tv + cell(job.targetStride)]] = chromaOf(pixels);
}
