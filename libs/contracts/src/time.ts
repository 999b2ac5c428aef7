import { isISO8601 } from 'class-validator';
import { defineRule } from '#libs/template';
import { MAX_TIME_CHARACTERS } from './bounds.js';

/** RFC 3339, with or without seconds. */
const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d)$/;

/**
 * The moment that a caller's text stands for; an invalid Date if it is no time. PostgreSQL gets this Date and never the
 * text: it refuses offsets such as `-22:39`, which RFC 3339 allows.
 */
export function readTime(text: string): Date {
  const isTime = text.length <= MAX_TIME_CHARACTERS && TIME.test(text) && isISO8601(text, { strict: true });
  return new Date(isTime ? text : NaN);
}

/** A date and a time with their offset from UTC, which {@link readTime} reads. Faults: INVALID_FORMAT, VALUE_TOO_LARGE. */
export function IsTime(): PropertyDecorator {
  return defineRule({
    name: 'isTime',
    code: 'INVALID_FORMAT',
    types: ['string'],
    message: 'must be a date and a time with their offset from UTC',
    maxCharacters: MAX_TIME_CHARACTERS,
    schema: { format: 'date-time' },
    test: (value) => typeof value === 'string' && !Number.isNaN(readTime(value).getTime()),
  });
}
