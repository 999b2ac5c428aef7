import { defineRule } from '../shape/define-rule.js';

const NAMED =
  /^(linear|ease|ease-in|ease-out|ease-in-out|spring|(in|out|in-out)-(sine|quad|cubic|quart|quint|expo|circ|back|elastic|bounce))$/;
const STEPS = /^steps\( *([1-9]\d{0,3}) *\)$/;
const NUMBER = String.raw`[+-]?(?:\d+(?:\.\d*)?|\.\d+)`;
const CUBIC_BEZIER = new RegExp(
  String.raw`^cubic-bezier\( *(${NUMBER}) *, *(${NUMBER}) *, *(${NUMBER}) *, *(${NUMBER}) *\)$`,
);

const MAX_CHARACTERS = 100;

/** A parsed easing (docs/template/animations.md). */
export type EasingSpec =
  | { kind: 'named'; name: string }
  | { kind: 'steps'; count: number }
  | { kind: 'cubic-bezier'; x1: number; y1: number; x2: number; y2: number };

/** Parses an easing; undefined if the text is none. The x of a Bezier control point must be in 0…1, as in CSS. */
export function parseEasing(text: string): EasingSpec | undefined {
  if (text.length > MAX_CHARACTERS) return undefined;
  if (NAMED.test(text)) return { kind: 'named', name: text };
  const steps = STEPS.exec(text);
  if (steps) return { kind: 'steps', count: Number(steps[1]) };
  const bezier = CUBIC_BEZIER.exec(text);
  if (!bezier) return undefined;
  const [x1, y1, x2, y2] = bezier.slice(1).map(Number) as [number, number, number, number];
  return inUnit(x1) && inUnit(x2) ? { kind: 'cubic-bezier', x1, y1, x2, y2 } : undefined;
}

function inUnit(x: number): boolean {
  return x >= 0 && x <= 1;
}

export function IsEasing(): PropertyDecorator {
  return defineRule({
    name: 'isEasing',
    code: 'INVALID_VALUE',
    types: ['string'],
    message: 'must be an easing such as "ease-out", in-out-cubic, spring, steps(4) or cubic-bezier(0.2, 0, 0, 1)',
    maxCharacters: MAX_CHARACTERS,
    schema: { format: 'easing', examples: ['ease-out', 'in-out-cubic', 'spring', 'steps(4)'] },
    test: (value) => typeof value === 'string' && parseEasing(value) !== undefined,
  });
}
