/** The control points of a cubic Bézier curve from (0, 0) to (1, 1). */
export type Curve = readonly [x1: number, y1: number, x2: number, y2: number];

/** Names of easings as curves, as CSS and easings.net give them. */
const CURVES: Readonly<Record<string, Curve>> = {
  linear: [0, 0, 1, 1],
  ease: [0.25, 0.1, 0.25, 1],
  'ease-in': [0.42, 0, 1, 1],
  'ease-out': [0, 0, 0.58, 1],
  'ease-in-out': [0.42, 0, 0.58, 1],
  'in-quad': [0.11, 0, 0.5, 0],
  'out-quad': [0.5, 1, 0.89, 1],
  'in-out-quad': [0.45, 0, 0.55, 1],
  'in-cubic': [0.32, 0, 0.67, 0],
  'out-cubic': [0.33, 1, 0.68, 1],
  'in-out-cubic': [0.65, 0, 0.35, 1],
  'in-quart': [0.5, 0, 0.75, 0],
  'out-quart': [0.25, 1, 0.5, 1],
  'in-out-quart': [0.76, 0, 0.24, 1],
  'in-expo': [0.7, 0, 0.84, 0],
  'out-expo': [0.16, 1, 0.3, 1],
  'in-out-expo': [0.87, 0, 0.13, 1],
  'in-back': [0.36, 0, 0.66, -0.56],
  'out-back': [0.34, 1.56, 0.64, 1],
  'in-out-back': [0.68, -0.6, 0.32, 1.6],
};

/** Names that are offered. Those after the curves move by physics or in steps. */
export const EASINGS: readonly string[] = [...Object.keys(CURVES), 'spring', 'steps(4)'];

/** The curve of an easing; undefined for one that is no single curve. */
export function curveOf(easing: string): Curve | undefined {
  const bezier = /^cubic-bezier\(([^)]*)\)$/.exec(easing.trim());
  if (!bezier) return CURVES[easing];
  const numbers = bezier[1]!.split(',').map(Number);
  const [x1 = NaN, y1 = NaN, x2 = NaN, y2 = NaN] = numbers;
  const curve: Curve = [x1, y1, x2, y2];
  return numbers.length === 4 && curve.every(Number.isFinite) ? curve : undefined;
}

/** A curve as an easing. Its points lie between the times 0 and 1. */
export function curveText([x1, y1, x2, y2]: Curve): string {
  const time = (value: number) => round(Math.min(1, Math.max(0, value)));
  return `cubic-bezier(${time(x1)}, ${round(y1)}, ${time(x2)}, ${round(y2)})`;
}

function round(value: number): number {
  return Math.round(value * 100) / 100;
}
