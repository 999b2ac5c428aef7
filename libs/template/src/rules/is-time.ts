import { MAX_VIDEO_S } from '#libs/document';
import { defineRule, type JsonType } from '../shape/define-rule.js';
import { isPlainObject } from '../shape/json.js';
import { Nested, type ShapeUnion } from '../shape/nested.js';
import { DurationAs, DurationUntil, StartAfter, StartWith } from './time-references.js';

/** The word for a duration that follows from the content. */
export const AUTO = 'auto';

export type LayerStart = number | StartAfter | StartWith;
export type LayerDuration = number | typeof AUTO | DurationAs | DurationUntil;
export type PageDuration = number | typeof AUTO;

/** The seconds that a property may be. */
const START_SECONDS = { type: 'number', minimum: 0, maximum: MAX_VIDEO_S };
const DURATION_SECONDS = { type: 'number', exclusiveMinimum: 0, maximum: MAX_VIDEO_S };

/** Most characters of a word in place of seconds: more than any that is accepted has. */
const MAX_WORD_CHARACTERS = 32;

/** The start of a layer: seconds, or after or with another layer. */
export function IsLayerStart(): PropertyDecorator {
  return isTime({
    name: 'isLayerStart',
    seconds: START_SECONDS,
    words: [],
    references: { shapes: { after: StartAfter, with: StartWith } },
    message: 'must be a number of seconds, { "after": "<layer>" } or { "with": "<layer>" }, with an offset or not',
  });
}

/** The duration of a layer: seconds, `auto`, as long as another layer or until it ends. */
export function IsLayerDuration(): PropertyDecorator {
  return isTime({
    name: 'isLayerDuration',
    seconds: DURATION_SECONDS,
    words: [AUTO],
    references: { shapes: { as: DurationAs, until: DurationUntil } },
    message: 'must be a number of seconds, "auto", { "as": "<layer>" } or { "until": "<layer>" }',
  });
}

/** The duration of a page or of a sound track: seconds or `auto`. */
export function IsDuration(): PropertyDecorator {
  const message = 'must be a number of seconds or "auto"';
  return isTime({ name: 'isDuration', seconds: DURATION_SECONDS, words: [AUTO], message });
}

interface TimeRule {
  name: string;
  seconds: { minimum?: number; exclusiveMinimum?: number; maximum: number };
  words: readonly string[];
  /** Objects that name another layer, by the property with the name. */
  references?: ShapeUnion;
  message: string;
}

/** Rules of a time: its form first, then the bounds of seconds, whose faults have codes of their own. */
function isTime({ name, seconds, words, references, message }: TimeRule): PropertyDecorator {
  const hasWords = words.length > 0;
  const types: JsonType[] = [
    'number',
    ...(hasWords ? ['string' as const] : []),
    ...(references ? ['object' as const] : []),
  ];
  const rules = [
    defineRule({
      name,
      code: 'INVALID_VALUE',
      types,
      message,
      ...(hasWords && { maxCharacters: MAX_WORD_CHARACTERS }),
      schema: { anyOf: [seconds, ...(hasWords ? [{ type: 'string', enum: [...words] }] : [])] },
      test: (value) =>
        typeof value === 'number' || words.some((word) => word === value) || namesOneLayer(value, references),
    }),
    defineRule({
      name: 'isTimeFrom',
      code: 'VALUE_TOO_SMALL',
      types: [],
      message: seconds.minimum === undefined ? 'must be a positive number' : `must not be less than ${seconds.minimum}`,
      test: (value) =>
        typeof value !== 'number' || (seconds.minimum === undefined ? value > 0 : value >= seconds.minimum),
    }),
    defineRule({
      name: 'isTimeTo',
      code: 'VALUE_TOO_LARGE',
      types: [],
      message: `must not be greater than ${seconds.maximum}`,
      test: (value) => typeof value !== 'number' || value <= seconds.maximum,
    }),
    ...(references ? [Nested(() => references)] : []),
  ];
  return (target, property) => {
    for (const rule of rules) rule(target, property);
  };
}

function namesOneLayer(value: unknown, references: ShapeUnion | undefined): boolean {
  if (!references || !isPlainObject(value)) return false;
  return Object.keys(references.shapes).filter((name) => Object.hasOwn(value, name)).length === 1;
}
