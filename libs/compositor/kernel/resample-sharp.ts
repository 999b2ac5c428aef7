import { storeFirst } from './lanes';
import { pick, share } from './resample';

/** Bytes of one table record: 8 output pixels. i32 first source byte (padded to 16), then four picks, four weights in Q14. */
const RECORD: usize = 144;

/** 1 in Q14. */
const ONE: f64 = 16384.0;

/** 64 × (128 + ½). */
const ROUNDED_MIDDLE: i16 = 8224;

// The parts of three of four neighbors at a fractional position, in Q14: the fourth, the right one in the middle, has what is
// left. `crest` is t·(1 − t)·sharpness / 4.

function outerLeft(t: f64, crest: f64): i32 {
  return <i32>Math.floor(0.5 - crest * (3.0 - 2.0 * t) * ONE);
}

function innerLeft(t: f64, crest: f64): i32 {
  return <i32>Math.floor(0.5 + (1.0 - t + crest * (5.0 - 6.0 * t)) * ONE);
}

function outerRight(t: f64, crest: f64): i32 {
  return <i32>Math.floor(0.5 - crest * (1.0 + 2.0 * t) * ONE);
}

function crestOf(t: f64, sharpness: f64): f64 {
  return (t * (1.0 - t) * sharpness) / 4.0;
}

/**
 * Prepares the horizontal half of `resampleSharp`: which four source bytes make each output byte, and how they mix.
 *
 * Positions as those of `buildTable`. table: 144 bytes for every 8 output bytes begun. sharpness: 0 to 1, see `resampleSharp`.
 * step: > 0, and ≤ 1.5 unless the sharpness is 0: then ≤ 2. sourceWidth: ≥ 1; rows must be readable for 16 bytes.
 */
export function buildSharpTable(
  table: usize,
  firstX: i32,
  count: i32,
  origin: f64,
  step: f64,
  sharpness: f64,
  sourceWidth: i32,
): void {
  const last = sourceWidth - 1;
  const reach = sharpness > 0.0 ? 1 : 0;
  for (let group = 0; group < count; group += 8) {
    const record = table + <usize>(group >> 3) * RECORD;
    const start = <i32>Math.floor((<f64>(firstX + group) + 0.5 - origin) * step - 0.5);
    const base = max(min(start - reach, sourceWidth - 16), 0);
    store<i32>(record, base);
    for (let lane = 0; lane < 8; lane++) {
      const position = (<f64>(firstX + group + lane) + 0.5 - origin) * step - 0.5;
      const floor = Math.floor(position);
      const at = record + <usize>(lane << 1);
      // A pick of 255 gives a zero byte: the picked bytes become the high halves of 16-bit lanes.
      for (let tap = 0; tap < 4; tap++) {
        const index = max(min(<i32>floor + tap - 1, last), 0) - base;
        store<u16>(at + <usize>(tap << 4), <u16>(0x00ff | (max(min(index, 15), 0) << 8)), 16);
      }
      const t = position - floor;
      const crest = crestOf(t, sharpness);
      const a = outerLeft(t, crest);
      const b = innerLeft(t, crest);
      const d = outerRight(t, crest);
      store<i16>(at, <i16>a, 80);
      store<i16>(at, <i16>b, 96);
      store<i16>(at, <i16>(<i32>ONE - a - b - d), 112);
      store<i16>(at, <i16>d, 128);
    }
  }
}

/** Half of a value of 16-bit lanes, no less than half the lesser of two, and no more than half the greater. */
function between(half: v128, b: v128, c: v128): v128 {
  const least = i16x8.shr_s(i16x8.min_s(b, c), 1);
  const most = i16x8.shr_s(i16x8.max_s(b, c), 1);
  return i16x8.min_s(i16x8.max_s(half, least), most);
}

/** Mixes two source rows by the table into 16-bit lanes holding 128 × (the value − 128): both read the table once. */
function mixRows(
  source: usize,
  next: usize,
  table: usize,
  count: i32,
  target: usize,
  nextTarget: usize,
  isBounded: bool,
): void {
  const sign = i8x16.splat(-128);
  let record = table;
  for (let at: usize = 0; at < (<usize>count) << 1; at += 16) {
    const first = load<i32>(record);
    const pickA = v128.load(record, 16);
    const pickB = v128.load(record, 32);
    const pickC = v128.load(record, 48);
    const pickD = v128.load(record, 64);
    const wa = v128.load(record, 80);
    const wb = v128.load(record, 96);
    const wc = v128.load(record, 112);
    const wd = v128.load(record, 128);
    const bytes = v128.xor(v128.load(source + first), sign);
    const b = pick(bytes, pickB);
    const c = pick(bytes, pickC);
    const mixed = weighted(pick(bytes, pickA), b, c, pick(bytes, pickD), wa, wb, wc, wd);
    v128.store(target + at, isBounded ? between(mixed, b, c) : mixed);
    const nextBytes = v128.xor(v128.load(next + first), sign);
    const nextB = pick(nextBytes, pickB);
    const nextC = pick(nextBytes, pickC);
    const nextMixed = weighted(pick(nextBytes, pickA), nextB, nextC, pick(nextBytes, pickD), wa, wb, wc, wd);
    v128.store(nextTarget + at, isBounded ? between(nextMixed, nextB, nextC) : nextMixed);
    record += RECORD;
  }
}

/** Half of the weighted sum of four values, which does not exceed 16 bits. */
function weighted(a: v128, b: v128, c: v128, d: v128, wa: v128, wb: v128, wc: v128, wd: v128): v128 {
  return i16x8.add(i16x8.add(share(a, wa), share(b, wb)), i16x8.add(share(c, wc), share(d, wd)));
}

/** Mixes 8 lanes of four mixed rows into values, which may be below 0 or above 255. */
function mixLanes(
  rowA: usize,
  rowB: usize,
  rowC: usize,
  rowD: usize,
  wa: v128,
  wb: v128,
  wc: v128,
  wd: v128,
  isBounded: bool,
): v128 {
  const b = v128.load(rowB);
  const c = v128.load(rowC);
  const mixed = weighted(v128.load(rowA), b, c, v128.load(rowD), wa, wb, wc, wd);
  const half = isBounded ? between(mixed, b, c) : mixed;
  return i16x8.shr_s(i16x8.add(half, i16x8.splat(ROUNDED_MIDDLE)), 6);
}

/**
 * Resampling of one plane between four neighbors in each direction, which keeps fine detail where `resample` softens it.
 *
 * At a fraction t between b and c, with neighbors a and d beyond them, the value is b + t·(c − b) + k·(3 − 2t)·(2b − a − c) +
 * k·(1 + 2t)·(2c − b − d), k being t·(1 − t)/4 of the sharpness: linear where the source is, so that edges stay in their place, and the
 * source itself for t = 0. isBounded: whether the value stays between b and c, which keeps colors and their coverage in
 * proportion. rows: scratch, 16·(width + 32) bytes. All else as in `resample`, with a table of `buildSharpTable`.
 */
export function resampleSharp(
  target: usize,
  targetStride: i32,
  width: i32,
  height: i32,
  source: usize,
  sourceStride: i32,
  sourceHeight: i32,
  firstY: i32,
  originY: f64,
  stepY: f64,
  sharpness: f64,
  isBounded: bool,
  table: usize,
  rows: usize,
): void {
  const rowBytes = (<usize>((width + 31) & ~15)) << 1;
  const last = sourceHeight - 1;
  // All rows below this one have been mixed. A row's place is its number modulo 8, so that none of the four in use, nor the
  // one behind them, is overwritten.
  let mixedTo = i32.MIN_VALUE;
  for (let y = 0; y < height; y++) {
    const position = (<f64>(firstY + y) + 0.5 - originY) * stepY - 0.5;
    const floor = Math.floor(position);
    const above = min(max(<i32>floor - 1, 0), last);
    const below = min(max(<i32>floor + 2, 0), last);
    for (mixedTo = max(above, mixedTo); mixedTo <= below; mixedTo += 2) {
      const row = source + <usize>(mixedTo * sourceStride);
      const next = mixedTo < last ? row + sourceStride : row;
      const place = rows + <usize>(mixedTo & 7) * rowBytes;
      mixRows(row, next, table, width, place, rows + <usize>((mixedTo + 1) & 7) * rowBytes, isBounded);
    }
    const rowA = rows + <usize>(above & 7) * rowBytes;
    const rowB = rows + <usize>(min(max(<i32>floor, 0), last) & 7) * rowBytes;
    const rowC = rows + <usize>(min(max(<i32>floor + 1, 0), last) & 7) * rowBytes;
    const rowD = rows + <usize>(below & 7) * rowBytes;
    const t = position - floor;
    const crest = crestOf(t, sharpness);
    const a = outerLeft(t, crest);
    const b = innerLeft(t, crest);
    const d = outerRight(t, crest);
    const wa = i16x8.splat(<i16>a);
    const wb = i16x8.splat(<i16>b);
    const wc = i16x8.splat(<i16>(<i32>ONE - a - b - d));
    const wd = i16x8.splat(<i16>d);
    const out = target + <usize>(y * targetStride);
    for (let x = 0; x < width; x += 16) {
      const at = (<usize>x) << 1;
      const next = at + 16;
      const first8 = mixLanes(rowA + at, rowB + at, rowC + at, rowD + at, wa, wb, wc, wd, isBounded);
      const next8 = mixLanes(rowA + next, rowB + next, rowC + next, rowD + next, wa, wb, wc, wd, isBounded);
      storeFirst(out + x, i8x16.narrow_i16x8_u(first8, next8), width - x);
    }
  }
}
