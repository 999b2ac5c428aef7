import bezierEasing from 'bezier-easing';
import { parseEasing } from '#libs/template';

/**
 * Maps progress 0…1 to eased progress: exactly 0 at 0 and 1 at 1. In between, back, elastic and spring leave that
 * range.
 */
export type Easing = (progress: number) => number;

export const DEFAULT_EASING = 'ease-out';

/** Control points of CSS Easing 1 §2.2. */
const CSS: Readonly<Record<string, readonly [number, number, number, number]>> = {
  ease: [0.25, 0.1, 0.25, 1],
  'ease-in': [0.42, 0, 1, 1],
  'ease-out': [0, 0, 0.58, 1],
  'ease-in-out': [0.42, 0, 0.58, 1],
};

/** The `in` form of Penner's equations; `out` and `in-out` are their reflections (https://easings.net). */
const FAMILIES: Readonly<Record<string, Easing>> = {
  sine: (t) => 1 - Math.cos((t * Math.PI) / 2),
  quad: (t) => t ** 2,
  cubic: (t) => t ** 3,
  quart: (t) => t ** 4,
  quint: (t) => t ** 5,
  expo: (t) => swell(t),
  circ: (t) => 1 - Math.sqrt(1 - t ** 2),
  back: (t) => 2.70158 * t ** 3 - 1.70158 * t ** 2,
  elastic: (t) => -swell(t) * Math.sin(((t * 10 - 10.75) * 2 * Math.PI) / 3),
  bounce: (t) => 1 - bounceOut(1 - t),
};

/** Damping of a spring that overshoots twice. */
const SPRING_DAMPING = 7;
const SPRING_FREQUENCY = 12;

/** Cache of parsed easings. Clearing it costs only time. */
const known = new Map<string, Easing>();
const MAX_KNOWN = 256;

/**
 * The function of an easing (docs/template/animations.md).
 *
 * @throws RangeError for a text that is no easing; a valid document contains none
 */
export function easingOf(text: string = DEFAULT_EASING): Easing {
  const before = known.get(text);
  if (before) return before;
  const shape = build(text);
  const easing: Easing = (progress) => (progress <= 0 ? 0 : progress >= 1 ? 1 : shape(progress));
  if (known.size >= MAX_KNOWN) known.clear();
  known.set(text, easing);
  return easing;
}

function build(text: string): Easing {
  const spec = parseEasing(text);
  if (!spec) throw new RangeError(`not an easing: ${text}`);
  if (spec.kind === 'steps') return (t) => Math.floor(t * spec.count) / spec.count;
  if (spec.kind === 'cubic-bezier') return bezierEasing(spec.x1, spec.y1, spec.x2, spec.y2);
  if (spec.name === 'linear') return (t) => t;
  if (spec.name === 'spring') return spring;
  const css = CSS[spec.name];
  return css ? bezierEasing(...css) : penner(spec.name);
}

function penner(name: string): Easing {
  const [, side, family] = /^(in-out|in|out)-(\w+)$/.exec(name)!;
  const into = FAMILIES[family!]!;
  if (side === 'in') return into;
  if (side === 'out') return (t) => 1 - into(1 - t);
  return (t) => (t < 0.5 ? into(2 * t) / 2 : 1 - into(2 - 2 * t) / 2);
}

/**
 * Exponential growth from exactly 0 to 1. Penner's 2^(10 t − 10) starts at a thousandth, a jump of two pixels across a
 * frame.
 */
function swell(t: number): number {
  const start = 2 ** -10;
  return (2 ** (10 * t - 10) - start) / (1 - start);
}

function spring(t: number): number {
  const phase = SPRING_FREQUENCY * t;
  const end = Math.exp(-SPRING_DAMPING);
  const envelope = (Math.exp(-SPRING_DAMPING * t) - end) / (1 - end);
  return 1 - envelope * (Math.cos(phase) + (SPRING_DAMPING / SPRING_FREQUENCY) * Math.sin(phase));
}

function bounceOut(t: number): number {
  const parabola = (from: number, floor: number): number => 7.5625 * (t - from / 2.75) ** 2 + floor;
  if (t < 1 / 2.75) return parabola(0, 0);
  if (t < 2 / 2.75) return parabola(1.5, 0.75);
  return t < 2.5 / 2.75 ? parabola(2.25, 0.9375) : parabola(2.625, 0.984375);
}
