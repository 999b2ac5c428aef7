import { type MixColors, MIX_MODES, type MixMode } from './kernel.js';

// Blend modes in plain TypeScript, after W3C Compositing and Blending Level 1 §9-10. The kernel counts in single
// precision, so every step here is rounded to it: only then are both equal byte for byte.

const f = Math.fround;

type Color = readonly [r: number, g: number, b: number];
type Channel = (b: number, s: number) => number;

function screen(b: number, s: number): number {
  return f(f(b + s) - f(b * s));
}

function hardLight(b: number, s: number): number {
  const twice = f(s + s);
  return s <= 0.5 ? f(b * twice) : screen(b, f(twice - 1));
}

function softLight(b: number, s: number): number {
  const twice = f(f(s + s) - 1);
  if (s <= 0.5) return f(b + f(twice * f(b * f(1 - b))));
  const root = b <= 0.25 ? f(f(f(f(f(16 * b) - 12) * b) + 4) * b) : f(Math.sqrt(b));
  return f(b + f(twice * f(root - b)));
}

/** Formulas of the separable modes for one channel, from the backdrop's value and the source's, both 0 … 1. */
const CHANNELS: Partial<Record<MixMode, Channel>> = {
  multiply: (b, s) => f(b * s),
  screen,
  overlay: (b, s) => hardLight(s, b),
  darken: Math.min,
  lighten: Math.max,
  'color-dodge': (b, s) => (b === 0 ? 0 : s >= 1 ? 1 : Math.min(1, f(b / f(1 - s)))),
  'color-burn': (b, s) => (b >= 1 ? 1 : s <= 0 ? 0 : f(1 - Math.min(1, f(f(1 - b) / s)))),
  'hard-light': hardLight,
  'soft-light': softLight,
  difference: (b, s) => Math.abs(f(b - s)),
  exclusion: (b, s) => f(f(b + s) - f(f(b * s) + f(b * s))),
};

function luminosity([r, g, b]: Color): number {
  return f(f(f(r * f(0.3)) + f(g * f(0.59))) + f(b * f(0.11)));
}

function withLuminosity(color: Color, l: number): Color {
  const move = f(l - luminosity(color));
  const moved = map(color, (c) => f(c + move));
  const [n, x] = [Math.min(...moved), Math.max(...moved)];
  return map(moved, (c) => {
    if (x > 1) return f(l + f(f(f(c - l) * f(1 - l)) / f(x - l)));
    return n < 0 ? f(l + f(f(f(c - l) * l) / f(l - n))) : c;
  });
}

function withSaturation(color: Color, saturation: number): Color {
  const low = Math.min(...color);
  const spread = f(Math.max(...color) - low);
  return map(color, (c) => (spread <= 0 ? 0 : f(f(f(c - low) * saturation) / spread)));
}

function saturationOf(color: Color): number {
  return f(Math.max(...color) - Math.min(...color));
}

function map([r, g, b]: Color, change: (channel: number) => number): Color {
  return [change(r), change(g), change(b)];
}

/** The mixed color of a backdrop and a source, both opaque, channels 0..1. */
function mix(mode: MixMode, backdrop: Color, source: Color): Color {
  const channel = CHANNELS[mode];
  if (channel) return map([0, 1, 2], (i) => channel(backdrop[i]!, source[i]!));
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

/** Half to even, as the kernel rounds. */
export function nearest(value: number): number {
  const floor = Math.floor(value);
  const rest = value - floor;
  return rest > 0.5 || (rest === 0.5 && floor % 2 !== 0) ? floor + 1 : floor;
}

/** A whole number of 0..255. */
export function byte(value: number): number {
  return Math.max(0, Math.min(255, nearest(value)));
}

/** BT.709 limited range, the chroma centered on 0, to channels of whole 255ths. */
function toColor(y: number, u: number, v: number): Color {
  const luma = f(f(y - 16) * f(1.164384));
  return map(
    [f(luma + f(v * f(1.792741))), f(f(luma - f(u * f(0.213249))) - f(v * f(0.532909))), f(luma + f(u * f(2.112402)))],
    (c) => f(byte(c) * f(1 / 255)),
  );
}

/** The mixed color where the backdrop covers a pixel, by share, and the source's elsewhere. */
function over(source: Color, mixed: Color, cover: number): Color {
  return map([0, 1, 2], (i) => f(source[i]! + f(cover * f(mixed[i]! - source[i]!))));
}

/** See `Kernel.mixColors`. */
export function mixColors(memory: Uint8Array, job: MixColors): void {
  const mode = MIX_MODES[job.mode - 1]!;
  for (let y = 0; y < job.height; y += 2) {
    for (let x = 0; x < job.width; x += 2) mixCell(memory, job, mode, [x, y]);
  }
}

function mixCell(memory: Uint8Array, job: MixColors, mode: MixMode, [x, y]: readonly [number, number]): void {
  const cell = (plane: number, stride: number): number => plane + (y / 2) * (stride / 2) + x / 2;
  const pixel = (plane: number, stride: number, i: number): number => plane + (y + (i >> 1)) * stride + x + (i & 1);
  const perCell = f(255 / Math.max(1, memory[cell(job.sc, job.sourceStride)]!));
  const coverOf = (plane: number | undefined, at: (plane: number) => number): number =>
    plane === undefined ? 255 : memory[at(plane)]!;
  const perCover = f(
    255 /
      Math.max(
        1,
        coverOf(job.c, (plane) => cell(plane, job.stride)),
      ),
  );
  const chroma = (plane: number): number => f(f(memory[cell(plane, job.stride)]! * perCover) - 128);
  const ownChroma = (plane: number): number => f(f(memory[cell(plane, job.sourceStride)]! * perCell) - 128);
  const [u, v, su, sv] = [chroma(job.u), chroma(job.v), ownChroma(job.su), ownChroma(job.sv)];
  const pixels = [0, 1, 2, 3].map((i) => {
    const alpha = memory[pixel(job.sa, job.sourceStride, i)]!;
    const luma = f(memory[pixel(job.sy, job.sourceStride, i)]! * f(255 / Math.max(1, alpha)));
    const cover = coverOf(job.a, (plane) => pixel(plane, job.stride, i));
    const below = f(memory[pixel(job.y, job.stride, i)]! * f(255 / Math.max(1, cover)));
    const own = toColor(luma, su, sv);
    const mixed = mix(mode, toColor(below, u, v), own);
    const color = job.a === undefined ? mixed : over(own, mixed, f(cover * f(1 / 255)));
    return { alpha: f(alpha * f(1 / 255)), color };
  });
  pixels.forEach(({ alpha, color: [r, g, b] }, i) => {
    const luma = f(f(f(r * f(46.5594)) + f(g * f(156.6288))) + f(f(b * f(15.8118)) + 16));
    memory[pixel(job.ty, job.targetStride, i)] = byte(f(luma * alpha));
  });
  const sum = (value: (p: (typeof pixels)[number]) => number): number => {
    const [a, b, c, d] = pixels.map(value);
    return f(f(a! + c!) + f(b! + d!));
  };
  const [r, g, b] = map([0, 1, 2], (i) => sum(({ alpha, color }) => f(color[i]! * alpha)));
  const offset = f(sum(({ alpha }) => alpha) * 128);
  const chromaByte = (wr: number, wg: number, wb: number): number =>
    byte(f(f(f(f(r * f(wr)) + f(g * f(wg))) + f(f(b * f(wb)) + offset)) * 0.25));
  memory[cell(job.tu, job.targetStride)] = chromaByte(-25.6642, -86.3358, 112);
  memory[cell(job.tv, job.targetStride)] = chromaByte(112, -101.7303, -10.2697);
}
