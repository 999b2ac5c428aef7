import { IsOptional } from 'class-validator';
import { defineRule } from '#libs/template';
import { AppError } from './errors.js';
import { PageRequest } from './lists.js';

/** Days that one request may ask for. */
export const MAX_DAYS = 366;
const DEFAULT_DAYS = 30;
const DAY_MS = 24 * 60 * 60_000;
const MAX_DAY_CHARACTERS = 10;

/** A day of the calendar in UTC: `2026-11-21`, from the year 1 to 9999. Fault: INVALID_FORMAT. */
export function IsDay(): PropertyDecorator {
  return defineRule({
    name: 'isDay',
    code: 'INVALID_FORMAT',
    types: ['string'],
    message: 'must be a day such as 2026-11-21',
    maxCharacters: MAX_DAY_CHARACTERS,
    schema: { format: 'date' },
    test: (value) =>
      typeof value === 'string' &&
      /^(?!0000)\d{4}-\d\d-\d\d$/.test(value) &&
      !Number.isNaN(Date.parse(value)) &&
      dayOf(new Date(value)) === value,
  });
}

/** The days to return: at most 366. */
export class PeriodRequest {
  /** The first day, in UTC. Default: 29 days before the last one. */
  @IsOptional()
  @IsDay()
  from?: string;

  /** The last day, in UTC. Default: today. */
  @IsOptional()
  @IsDay()
  to?: string;
}

/** A page of a list about some days: at most 366. */
export class PeriodPageRequest extends PageRequest {
  /** The first day, in UTC. Default: 29 days before the last one. */
  @IsOptional()
  @IsDay()
  from?: string;

  /** The last day, in UTC. Default: today. */
  @IsOptional()
  @IsDay()
  to?: string;
}

/** Some days, one after the other. */
export class Period {
  /** The first day, in UTC. */
  @IsDay()
  from: string;

  /** The last day, in UTC. */
  @IsDay()
  to: string;
}

/** The day in UTC. */
export function dayOf(time: Date): string {
  return time.toISOString().slice(0, MAX_DAY_CHARACTERS);
}

/**
 * The days that a request asks for.
 *
 * @throws AppError VALIDATION_ERROR for a period that ends before it begins, or is longer than 366 days
 */
export function periodOf({ from, to }: PeriodRequest, now: Date): Period {
  const last = to ?? dayOf(now);
  const first =
    from ?? dayOf(new Date(Math.max(Date.parse(last) - (DEFAULT_DAYS - 1) * DAY_MS, Date.parse(FIRST_DAY))));
  const days = (Date.parse(last) - Date.parse(first)) / DAY_MS + 1;
  if (days >= 1 && days <= MAX_DAYS) return { from: first, to: last };
  const message =
    days < 1
      ? `from must not be after ${last}, the last day`
      : `from must be at most ${MAX_DAYS - 1} days before ${last}, the last day`;
  throw new AppError('VALIDATION_ERROR', {
    details: [{ field: 'from', code: days < 1 ? 'VALUE_TOO_LARGE' : 'VALUE_TOO_SMALL', message, value: from ?? null }],
  });
}

const FIRST_DAY = '0001-01-01';

/** Every day of a period, the last one first. */
export function daysWithin({ from, to }: Period): string[] {
  const [first, last] = [Date.parse(from), Date.parse(to)];
  return Array.from({ length: (last - first) / DAY_MS + 1 }, (_day, index) => dayOf(new Date(last - index * DAY_MS)));
}
