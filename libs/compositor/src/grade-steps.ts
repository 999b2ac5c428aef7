import type { Grade } from './kernel.js';

/** The largest factor that the kernel counts with. */
export const MOST_FACTOR = 7.9;

/** Filters of colors that the kernel applies, those of CSS in their order there. */
export interface ColorFilter {
  /** Factors of 0 to {@link MOST_FACTOR}; above 1 colors are clipped to what red, green and blue can show. */
  readonly brightness: number;
  readonly contrast: number;
  readonly saturation: number;
  /** Degrees. */
  readonly hueRotate: number;
}

/** The factors of one pass of `Kernel.grade`. */
type GradeStep = Pick<Grade, 'toLuma' | 'toU' | 'toV' | 'isClipped'>;

/**
 * A change of colors on planes: luma · gain + lift in bytes of opaque pixels, and a matrix of chroma around gray, by rows.
 */
interface Change {
  readonly gain: number;
  readonly lift: number;
  readonly chroma: readonly [uu: number, uv: number, vu: number, vv: number];
}

/** Luma of black, and of the gray that contrast leaves as it is, in limited range. */
const BLACK = 16;
const MIDDLE = 125.5;

const GRAY = 128;

const Q12 = 4096;

/**
 * The passes that give the colors of a filter, in the order of CSS. As there, colors are clipped after each filter that may
 * take them out of range; those before it join it in one pass.
 */
export function gradeSteps({ brightness, contrast, saturation, hueRotate }: ColorFilter): GradeStep[] {
  const filters: readonly (readonly [Change, mayExceed: boolean])[] = [
    [toned(brightness, BLACK), brightness > 1],
    [toned(contrast, MIDDLE), contrast > 1],
    [{ gain: 1, lift: 0, chroma: [saturation, 0, 0, saturation] }, saturation > 1],
    ...(hueRotate % 360 === 0 ? [] : [[{ gain: 1, lift: 0, chroma: chromaTurnedBy(hueRotate) }, true] as const]),
  ];
  const steps: GradeStep[] = [];
  let joined = UNCHANGED;
  for (const [change, mayExceed] of filters) {
    joined = after(joined, change);
    if (!mayExceed) continue;
    steps.push(stepOf(joined, true));
    joined = UNCHANGED;
  }
  return changesAnything(joined) ? [...steps, stepOf(joined, false)] : steps;
}

const UNCHANGED: Change = { gain: 1, lift: 0, chroma: [1, 0, 0, 1] };

function changesAnything({ gain, lift, chroma: [uu, uv, vu, vv] }: Change): boolean {
  return gain !== 1 || lift !== 0 || uu !== 1 || uv !== 0 || vu !== 0 || vv !== 1;
}

/** All channels scaled around a gray, given by its luma. */
function toned(factor: number, around: number): Change {
  return { gain: factor, lift: around * (1 - factor), chroma: [factor, 0, 0, factor] };
}

/**
 * The matrix of CSS's `hue-rotate` on chroma. It leaves luma as it is, but for the third decimal of its weights.
 *
 * With r = (R − Y) and b = (B − Y), `hue-rotate` gives r' and b' below (Filter Effects Level 1 §9.2; its weights of luma are
 * 0.213, 0.715 and 0.072). u is b / 1.8556 and v is r / 1.5748.
 */
function chromaTurnedBy(degrees: number): Change['chroma'] {
  const angle = (degrees / 180) * Math.PI;
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  const [rr, rb] = rowOf([0.787, -0.715, -0.072], [-0.213, -0.715, 0.928], { cos, sin });
  const [br, bb] = rowOf([-0.213, -0.715, 0.928], [-0.787, 0.715, 0.072], { cos, sin });
  const [perU, perV] = [1.8556, 1.5748];
  return [bb, (br * perV) / perU, (rb * perU) / perV, rr];
}

/**
 * A channel's distance from luma as weights of r and b, from its weights of red, green and blue: green's own distance is
 * −(0.2126 · r + 0.0722 · b) / 0.7152.
 */
function rowOf(
  byCos: readonly [number, number, number],
  bySin: readonly [number, number, number],
  { cos, sin }: { cos: number; sin: number },
): [byR: number, byB: number] {
  const [r, g, b] = [0, 1, 2].map((i) => byCos[i]! * cos + bySin[i]! * sin) as [number, number, number];
  return [r - (g * 0.2126) / 0.7152, b - (g * 0.0722) / 0.7152];
}

function after(first: Change, { gain, lift, chroma: [uu, uv, vu, vv] }: Change): Change {
  const [fuu, fuv, fvu, fvv] = first.chroma;
  return {
    gain: first.gain * gain,
    lift: first.lift * gain + lift,
    chroma: [uu * fuu + uv * fvu, uu * fuv + uv * fvv, vu * fuu + vv * fvu, vu * fuv + vv * fvv],
  };
}

function stepOf({ gain, lift, chroma: [uu, uv, vu, vv] }: Change, isClipped: boolean): GradeStep {
  const whole = (value: number): number => Math.round(value * Q12) + 0;
  const gray = (u: number, v: number): number => whole((GRAY * (1 - u - v)) / 255);
  return {
    toLuma: { gain: whole(gain), lift: whole(lift / 255) },
    toU: { u: whole(uu), v: whole(uv), lift: gray(uu, uv) },
    toV: { u: whole(vu), v: whole(vv), lift: gray(vu, vv) },
    isClipped,
  };
}
