import { MAX_VIDEO_S } from '#libs/document';
import { defineRule, type JsonType } from '../shape/define-rule.js';
import { isPlainObject } from '../shape/json.js';

/** The word for a duration that follows from the content. */
export const AUTO = 'auto';

/** Most characters of a layer's name. */
const MAX_NAME_CHARACTERS = 120;

/** A start that depends on another layer of the page: `{ after: "intro", offset: 0.5 }`. Exactly one of the two names. */
interface StartReference {
  /** The layer starts when that one ends. */
  after?: string;
  /** The layer starts together with that one. */
  with?: string;
  /** Seconds later; negative for earlier. Default: 0. */
  offset?: number;
}

/** A duration that depends on another layer of the page. Exactly one of the two names. */
interface DurationReference {
  /** The layer lasts as long as that one. */
  as?: string;
  /** The layer lasts until that one ends. */
  until?: string;
}

export type LayerStart = number | StartReference;
export type LayerDuration = number | typeof AUTO | DurationReference;
export type PageDuration = number | typeof AUTO;

const NAME = { type: 'string', minLength: 1, maxLength: MAX_NAME_CHARACTERS, pattern: String.raw`^[^\x00]*$` };
const OFFSET = { type: 'number', minimum: -MAX_VIDEO_S, maximum: MAX_VIDEO_S };

/** The seconds that a property may be. */
const START_SECONDS = { type: 'number', minimum: 0, maximum: MAX_VIDEO_S };
const DURATION_SECONDS = { type: 'number', exclusiveMinimum: 0, maximum: MAX_VIDEO_S };

/** The start of a layer: seconds, or after or with another layer. */
export function IsLayerStart(): PropertyDecorator {
  return isTime({
    name: 'isLayerStart',
    seconds: START_SECONDS,
    words: [],
    references: [
      { name: 'after', others: { offset: OFFSET } },
      { name: 'with', others: { offset: OFFSET } },
    ],
    message: 'must be seconds, { "after": "<layer>" } or { "with": "<layer>" }, with an offset or not',
  });
}

/** The duration of a layer: seconds, `auto`, as long as another layer or until it ends. */
export function IsLayerDuration(): PropertyDecorator {
  return isTime({
    name: 'isLayerDuration',
    seconds: DURATION_SECONDS,
    words: [AUTO],
    references: [{ name: 'as' }, { name: 'until' }],
    message: 'must be seconds, "auto", { "as": "<layer>" } or { "until": "<layer>" }',
  });
}

/** The duration of a page or of a sound track: seconds or `auto`. */
export function IsDuration(): PropertyDecorator {
  const message = 'must be seconds or "auto"';
  return isTime({ name: 'isDuration', seconds: DURATION_SECONDS, words: [AUTO], references: [], message });
}

interface Reference {
  name: string;
  others?: Readonly<Record<string, object>>;
}

interface TimeRule {
  name: string;
  seconds: { minimum?: number; exclusiveMinimum?: number; maximum: number };
  words: readonly string[];
  references: readonly Reference[];
  message: string;
}

/** Rules of a time: its form first, then the bounds of seconds, whose faults have codes of their own. */
function isTime({ name, seconds, words, references, message }: TimeRule): PropertyDecorator {
  const types: JsonType[] = ['number', ...(words.length > 0 ? (['string'] as const) : [])];
  if (references.length > 0) types.push('object');
  const rules = [
    defineRule({
      name,
      code: 'INVALID_VALUE',
      types,
      message,
      schema: {
        anyOf: [
          seconds,
          ...(words.length > 0 ? [{ type: 'string', enum: [...words] }] : []),
          ...references.map(referenceSchema),
        ],
      },
      test: (value) =>
        typeof value === 'number' ||
        words.some((word) => word === value) ||
        references.some((reference) => refers(value, reference)),
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
  ];
  return (target, property) => {
    for (const rule of rules) rule(target, property);
  };
}

function referenceSchema({ name, others = {} }: Reference): object {
  return { type: 'object', properties: { [name]: NAME, ...others }, required: [name], additionalProperties: false };
}

function refers(value: unknown, { name, others = {} }: Reference): boolean {
  if (!isPlainObject(value)) return false;
  return (
    Object.entries(value).every(([key, member]) => {
      if (key === name) return typeof member === 'string' && member !== '' && member.length <= 2 * MAX_NAME_CHARACTERS;
      return Object.hasOwn(others, key) && isOffset(member);
    }) && Object.hasOwn(value, name)
  );
}

function isOffset(value: unknown): boolean {
  return typeof value === 'number' && Math.abs(value) <= MAX_VIDEO_S;
}
