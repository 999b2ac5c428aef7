import { rounded } from '../document/geometry.ts';

export const GRADIENT_FORMS = ['linear', 'radial', 'conic'] as const;
export type GradientForm = (typeof GRADIENT_FORMS)[number];

export interface GradientStop {
  /** A CSS color. */
  readonly color: string;
  /** Per cent of the way from the first color to the last. */
  readonly at: number;
}

/** A gradient as the editor of gradients has it. What it cannot show is kept in `head` as it was written. */
export interface Gradient {
  readonly form: GradientForm;
  /** Degrees of a linear or conic gradient; null if the direction is written in another way, as `to right`. */
  readonly angle: number | null;
  /** Direction or shape, as it was written; empty for the default. */
  readonly head: string;
  /** In the order of their places. At least two. */
  readonly stops: readonly GradientStop[];
}

const DEFAULT_ANGLE = { linear: 180, radial: null, conic: 0 } as const;
/** Directions of a linear gradient in words, in degrees. */
const SIDES: Readonly<Record<string, number>> = { 'to top': 0, 'to right': 90, 'to bottom': 180, 'to left': 270 };

/** The gradient that a paint is; undefined for a color, and for one that this editor would not write as it was. */
export function gradientOf(paint: string): Gradient | undefined {
  const [, form, body] = /^(linear|radial|conic)-gradient\((.*)\)$/is.exec(paint.trim()) ?? [];
  const parts = body === undefined ? undefined : partsOf(body);
  if (form === undefined || parts === undefined) return undefined;
  const kind = form.toLowerCase() as GradientForm;
  const hasHead = /^(?:to |from |at |circle|ellipse|closest|farthest|[+-]?[\d.]+(?:deg|rad|grad|turn)?$)/i.test(
    parts[0]!,
  );
  const head = hasHead ? parts[0]! : '';
  const stops = stopsOf(hasHead ? parts.slice(1) : parts);
  return stops && { form: kind, angle: angleOf(kind, head), head, stops };
}

function angleOf(form: GradientForm, head: string): number | null {
  if (head === '') return DEFAULT_ANGLE[form];
  const degrees = /^(?:from )?([+-]?[\d.]+)(?:deg)$/i.exec(head)?.[1];
  if (degrees !== undefined && form !== 'radial') return Number(degrees);
  return form === 'linear' ? (SIDES[head.toLowerCase()] ?? null) : null;
}

/** Stops without a place lie evenly between those that have one, as in CSS. */
function stopsOf(parts: readonly string[]): readonly GradientStop[] | undefined {
  const stops: { color: string; at: number | undefined }[] = [];
  for (const part of parts) {
    const place = /\s([+-]?[\d.]+)%$/.exec(part);
    const color = part.slice(0, place?.index).trim();
    if (!isOneColor(color)) return undefined;
    stops.push({ color, at: place ? Number(place[1]) : undefined });
  }
  if (stops.length < 2) return undefined;
  stops[0]!.at ??= 0;
  stops.at(-1)!.at ??= 100;
  const placed = stops.map(({ color, at }, index) => ({ color, at: at ?? between(stops, index) }));
  return placed.every(({ at }, index) => index === 0 || at >= placed[index - 1]!.at) ? placed : undefined;
}

/** A color without a place that is no percentage, and without a second place. */
function isOneColor(color: string): boolean {
  return /^#[0-9a-f]{3,8}$|^[a-z]+$|^[a-z]+\([^()]*\)$/i.test(color);
}

function between(stops: readonly { at: number | undefined }[], index: number): number {
  const before = stops.findLastIndex(({ at }, position) => position < index && at !== undefined);
  const after = stops.findIndex(({ at }, position) => position > index && at !== undefined);
  const [from, to] = [stops[before]!.at!, stops[after]!.at!];
  return rounded(from + ((to - from) * (index - before)) / (after - before), 2);
}

/** Splits at the commas that are in no brackets. Undefined if brackets do not match. */
function partsOf(body: string): readonly string[] | undefined {
  const parts = [''];
  let depth = 0;
  for (const character of body) {
    depth += character === '(' ? 1 : character === ')' ? -1 : 0;
    if (depth < 0) return undefined;
    if (character === ',' && depth === 0) parts.push('');
    else parts.push(`${parts.pop()}${character}`);
  }
  return depth === 0 ? parts.map((part) => part.trim()) : undefined;
}

/** The gradient in CSS. */
export function gradientText({ form, head, stops }: Gradient): string {
  const colors = stops.map(({ color, at }) => `${color} ${rounded(at, 2)}%`);
  return `${form}-gradient(${[...(head === '' ? [] : [head]), ...colors].join(', ')})`;
}

/** A gradient of another form with the same colors. */
export function withForm(gradient: Gradient, form: GradientForm): Gradient {
  const angle = form === 'radial' ? null : (gradient.angle ?? DEFAULT_ANGLE[form]);
  return withAngle({ ...gradient, form }, angle);
}

export function withAngle(gradient: Gradient, angle: number | null): Gradient {
  const { form } = gradient;
  const head = angle === null ? '' : form === 'conic' ? `from ${angle}deg` : `${angle}deg`;
  return { ...gradient, angle, head };
}

/** The gradient with the stop at `index` changed. It stays between its neighbors and within the way. */
export function withStop(gradient: Gradient, index: number, change: Partial<GradientStop>): Gradient {
  const { stops } = gradient;
  const changed = { ...stops[index]!, ...change };
  const least = stops[index - 1]?.at ?? 0;
  const most = stops[index + 1]?.at ?? 100;
  const at = rounded(Math.min(Math.max(most, least), Math.max(least, changed.at)), 1);
  return { ...gradient, stops: stops.with(index, { ...changed, at }) };
}

/** A new stop in the widest gap, of the color before it. */
export function withNewStop(gradient: Gradient): Gradient {
  const { stops } = gradient;
  const gaps = stops.slice(1).map(({ at }, index) => at - stops[index]!.at);
  const widest = gaps.indexOf(Math.max(...gaps));
  const at = rounded(stops[widest]!.at + gaps[widest]! / 2, 1);
  return { ...gradient, stops: stops.toSpliced(widest + 1, 0, { color: stops[widest]!.color, at }) };
}

/** The gradient without a stop. Two remain. */
export function withoutStop(gradient: Gradient, index: number): Gradient {
  return gradient.stops.length <= 2 ? gradient : { ...gradient, stops: gradient.stops.toSpliced(index, 1) };
}

/** A gradient that begins with a color. */
export function gradientFrom(color: string): Gradient {
  const end = /^(?:#f{3,8}|white)$/i.test(color) ? '#0f766e' : '#ffffff';
  return withAngle(
    {
      form: 'linear',
      angle: 180,
      head: '',
      stops: [
        { color, at: 0 },
        { color: end, at: 100 },
      ],
    },
    180,
  );
}
