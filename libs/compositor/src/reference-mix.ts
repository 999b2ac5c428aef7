import { type MixColors, MIX_MODES, type MixMode } from './kernel.js';
import { byte, chromaOf, type Color, colorOf, div255, lumaOf, nearest, share, straight } from './reference-colors.js';

// Blend modes in plain TypeScript, after W3C Compositing and Blending Level 1 §9-10. The kernel counts in 16-bit lanes and
// divides in single precision, so every step here is rounded alike: only then are both equal byte for byte.

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
  const most = s < 128 ? product + (product >> 7) : lighter(b);
  return b + ((share((2 * s - 255) << 7, most) + 128) >> 8);
}

/** 65536 × what a soft light adds to a share x of white at most: up to a quarter (1 − (1 − 4x)³) / 4, above √x − x. */
function lighter(b: number): number {
  if (b < 64) {
    const z = 32_767 - 514 * b;
    return (32_767 - share(share(z, z), z)) >> 1;
  }
  const w = 171 * (2 * b - 319);
  return [879, -2316, -9103, 10_839].reduce((sum, coefficient) => share(sum, w) + coefficient, -345);
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

/** White in 64ths of a level, in which colors are mixed as a whole. */
const WHITE = 255 * 64;

function luminosity([r, g, b]: Color): number {
  return share(r, 9830) + share(g, 19_333) + share(b, 3605);
}

function withLuminosity(color: Color, l: number): Color {
  const moved = map(color, (channel) => channel + l - luminosity(color));
  const [n, x] = [Math.min(...moved), Math.max(...moved)];
  if (x <= WHITE && n >= 0) return moved;
  const kept = x > WHITE ? f((WHITE - l) / (x - l)) : f(l / (l - n));
  return map(moved, (channel) => l + share(channel - l, Math.trunc(kept * 32_768)));
}

/** A color of whole levels with a saturation, in levels; the result is in 64ths. */
function withSaturation(color: Color, saturation: number): Color {
  const low = Math.min(...color);
  const stretch = nearest(f((saturation * 256) / Math.max(1, Math.max(...color) - low)));
  return map(color, (level) => ((level - low) * stretch) >> 2);
}

function saturationOf(color: Color): number {
  return Math.max(...color) - Math.min(...color);
}

function map([r, g, b]: Color, change: (channel: number) => number): Color {
  return [change(r), change(g), change(b)];
}

function in64ths(color: Color): Color {
  return map(color, (level) => level * 64);
}

/** The color that the modes mix as a whole, in 64ths. */
function mix(mode: MixMode, backdrop: Color, source: Color): Color {
  const l = luminosity(in64ths(mode === 'luminosity' ? source : backdrop));
  switch (mode) {
    case 'hue':
      return withLuminosity(withSaturation(source, saturationOf(backdrop)), l);
    case 'saturation':
      return withLuminosity(withSaturation(backdrop, saturationOf(source)), l);
    case 'color':
      return withLuminosity(in64ths(source), l);
    default:
      return withLuminosity(in64ths(backdrop), l);
  }
}

function mixedOf(mode: MixMode, backdrop: Color, source: Color): Color {
  const level = LEVELS[mode];
  if (level) return map([0, 1, 2], (i) => level(backdrop[i]!, source[i]!));
  return map(mix(mode, backdrop, source), (channel) => byte((channel + 32) >> 6));
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
