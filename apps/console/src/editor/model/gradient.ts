import { type GradientForm, type Measure, parseGradient, placedEvenly, radiansOf, rounded } from '#libs/document';

export interface GradientStop {
  /** A CSS color. */
  readonly color: string;
  /** Per cent of the way from the first color to the last. */
  readonly at: number;
}

/** A gradient as the editor of gradients has it. The part that it cannot show is kept in `head` as it was written. */
export interface EditableGradient {
  readonly form: GradientForm;
  /** Degrees of a linear or conic gradient; null if the direction is written in another way, as `to right`. */
  readonly angle: number | null;
  /** Direction or shape, as it was written; empty for the default. */
  readonly head: string;
  /** At least two, in the order of their places. */
  readonly stops: readonly GradientStop[];
}

const DEFAULT_ANGLE = { linear: 180, radial: null, conic: 0 } as const;
/** Directions of a linear gradient in words, in degrees. */
const SIDES: Readonly<Record<string, number>> = { top: 0, right: 90, bottom: 180, left: 270 };

/** The gradient of a paint; undefined for a color, and for a gradient that this editor would write differently. */
export function gradientOf(paint: string): EditableGradient | undefined {
  const gradient = parseGradient(paint);
  if (!gradient) return undefined;
  const { form, head } = gradient;
  const colors = gradient.stops.map(({ color }) => color).filter((color) => color !== undefined);
  const places = gradient.stops.map((stop) => stop.places[0] && stop.places[0].value / 100);
  const isPlain = gradient.stops.every(({ places: [first, second] }) => !second && (!first || first.unit === '%'));
  const placed = placedEvenly(places);
  const isInOrder = placed.every((at, index) => places[index] === undefined || at === places[index]);
  if (!isPlain || !isInOrder || colors.length < places.length) return undefined;
  const stops = colors.map((color, index) => ({ color, at: rounded(placed[index]! * 100, 2) }));
  return { form, angle: angleOf(gradient), head, stops };
}

function angleOf(gradient: NonNullable<ReturnType<typeof parseGradient>>): number | null {
  switch (gradient.form) {
    case 'linear':
      return 'unit' in gradient.to ? degreesOf(gradient.to) : (SIDES[gradient.to.join(' ')] ?? null);
    case 'conic':
      return / ?at /.test(gradient.head) ? null : degreesOf(gradient.from);
    case 'radial':
      return null;
  }
}

function degreesOf(angle: Measure): number {
  return angle.unit === 'deg' ? angle.value : rounded((radiansOf(angle) * 180) / Math.PI, 2);
}

/** The gradient in CSS. */
export function gradientText({ form, head, stops }: EditableGradient): string {
  const colors = stops.map(({ color, at }) => `${color} ${rounded(at, 2)}%`);
  return `${form}-gradient(${[...(head === '' ? [] : [head]), ...colors].join(', ')})`;
}

/** A gradient of another form with the same colors. */
export function withForm(gradient: EditableGradient, form: GradientForm): EditableGradient {
  const angle = form === 'radial' ? null : (gradient.angle ?? DEFAULT_ANGLE[form]);
  return withAngle({ ...gradient, form }, angle);
}

export function withAngle(gradient: EditableGradient, angle: number | null): EditableGradient {
  const { form } = gradient;
  const head = angle === null ? '' : form === 'conic' ? `from ${angle}deg` : `${angle}deg`;
  return { ...gradient, angle, head };
}

/** The gradient with the stop at `index` changed. It stays between its neighbors and within the way. */
export function withStop(gradient: EditableGradient, index: number, change: Partial<GradientStop>): EditableGradient {
  const { stops } = gradient;
  const changed = { ...stops[index]!, ...change };
  const least = stops[index - 1]?.at ?? 0;
  const most = stops[index + 1]?.at ?? 100;
  const at = rounded(Math.min(Math.max(most, least), Math.max(least, changed.at)), 1);
  return { ...gradient, stops: stops.with(index, { ...changed, at }) };
}

/** A new stop in the widest gap, of the color before it. */
export function withNewStop(gradient: EditableGradient): EditableGradient {
  const { stops } = gradient;
  const gaps = stops.slice(1).map(({ at }, index) => at - stops[index]!.at);
  const widest = gaps.indexOf(Math.max(...gaps));
  return withStopAt(gradient, stops[widest]!.at + gaps[widest]! / 2);
}

/** A new stop at a place of the way, per cent: of the color before it, or of another. */
export function withStopAt(gradient: EditableGradient, at: number, other?: string): EditableGradient {
  const { stops } = gradient;
  const next = stops.findIndex((stop) => stop.at > at);
  const index = next < 0 ? stops.length : next;
  const color = other ?? stops[Math.max(0, index - 1)]!.color;
  return { ...gradient, stops: stops.toSpliced(index, 0, { color, at: rounded(at, 1) }) };
}

/** The gradient without a stop. Two remain. */
export function withoutStop(gradient: EditableGradient, index: number): EditableGradient {
  return gradient.stops.length <= 2 ? gradient : { ...gradient, stops: gradient.stops.toSpliced(index, 1) };
}

/** A gradient that begins with a color. */
export function gradientFrom(color: string): EditableGradient {
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
