import { EvaluationError } from '@marcbachmann/cel-js';
import { parseNumberFormat } from '../../rules/is-number-format.js';
import { isPlainObject } from '../../shape/json.js';
import { calendarTime, MILLISECONDS_A_DAY } from '../calendar-time.js';
import { textsOf } from './list-functions.js';
import type { OwnFunction } from './own-function.js';

type Amount = number | bigint;

/** Functions that format for people, by `Intl` in one locale. English of the USA stands in for a locale that `Intl` lacks. */
export function formatFunctions(locale: string): OwnFunction[] {
  const formats = new Formats([locale, 'en-US']);
  const dates = ['string', 'google.protobuf.Timestamp'];
  return [
    ...ofEachNumber('number', '', (value) => formats.number(value, {})),
    ...ofEachNumber('number', ', string', (value, format: string) => formats.byPattern(value, format)),
    ...ofEachNumber('number', ', map', (value, options: unknown) => formats.number(value, numberOptions(options))),
    ...ofEachNumber('percent', '', (value) => formats.number(value, { style: 'percent', maximumFractionDigits: 1 })),
    ...ofEachNumber('compact', '', (value) => formats.number(value, { notation: 'compact', maximumFractionDigits: 1 })),
    ...ofEachNumber('money', ', string', (value, currency: string) => formats.money(value, currency)),
    ...ofEachNumber('money', ', string, int', (value, currency: string, digits: bigint) =>
      formats.money(value, currency, Number(digits)),
    ),
    ['money(map): string', (money: unknown) => formats.moneyOf(money)],
    ...dates.map((type): OwnFunction => [`date(${type}): string`, (value: unknown) => formats.date(value, 'medium')]),
    ...dates.flatMap((type) =>
      ['string', 'map'].map((style): OwnFunction => [
        `date(${type}, ${style}): string`,
        (value: unknown, chosen: unknown) => formats.date(value, chosen),
      ]),
    ),
    ['time(string): string', (value: string) => formats.time(value)],
    ['days(string, string): int', (from: string, to: string) => BigInt(dayOf(to) - dayOf(from))],
    ['list(list): string', (list: unknown[]) => formats.list(list, 'and')],
    ['list(list, string): string', (list: unknown[], style: string) => formats.list(list, style)],
  ];
}

function ofEachNumber(name: string, rest: string, format: (value: number, ...rest: never[]) => string): OwnFunction[] {
  return ['double', 'int'].map((type) => [
    `${name}(${type}${rest}): string`,
    (value: Amount, ...others: never[]) => format(Number(value), ...others),
  ]);
}

/** Formatters of one locale. Making one takes far longer than its use, so the last ones are kept. */
class Formats {
  readonly #kept = new Map<string, (value: number) => string>();

  constructor(readonly locales: readonly string[]) {}

  number(value: number, options: Intl.NumberFormatOptions): string {
    return this.#formatter('number', options, () => new Intl.NumberFormat(this.locales, options))(value);
  }

  byPattern(value: number, pattern: string): string {
    const format = parseNumberFormat(pattern);
    if (!format) throw new EvaluationError(`${pattern.slice(0, 40)} is not a number format such as #,##0.00`);
    const { prefix, suffix, style, hasGroups, decimals } = format;
    const digits = this.number(value, {
      ...(style === 'percent' && { style }),
      ...(style === 'compact' && { notation: style }),
      useGrouping: hasGroups,
      minimumFractionDigits: decimals,
      maximumFractionDigits: decimals,
    });
    return `${prefix}${digits}${suffix}`;
  }

  money(amount: number, currency: string, digits?: number): string {
    if (!/^[A-Z]{3}$/.test(currency)) {
      throw new EvaluationError(`${currency.slice(0, 40)} is not a currency of three capitals, such as EUR`);
    }
    const fraction =
      digits === undefined ? {} : numberOptions({ minimumFractionDigits: digits, maximumFractionDigits: digits });
    return this.number(amount, { style: 'currency', currency, ...fraction });
  }

  moneyOf(money: unknown): string {
    const { amount, currency } = isPlainObject(money) ? money : {};
    const isAmount = typeof amount === 'number' || typeof amount === 'bigint';
    if (isAmount && typeof currency === 'string') return this.money(Number(amount), currency);
    throw new EvaluationError('money needs an amount and a currency');
  }

  date(value: unknown, style: unknown): string {
    const time = timeOf(value);
    if (isPlainObject(style)) return this.#date(time, dateOptions(style));
    const dateStyle = DATE_STYLES.find((each) => each === style);
    if (!dateStyle) throw new EvaluationError(`the style of a date is one of ${DATE_STYLES.join(', ')}`);
    return this.#date(time, { dateStyle });
  }

  time(value: string): string {
    return this.#date(timeOf(value), { timeStyle: 'short' });
  }

  list(list: readonly unknown[], style: string): string {
    const type = LIST_TYPES.get(style);
    if (!type) throw new EvaluationError(`the style of a list is one of ${[...LIST_TYPES.keys()].join(', ')}`);
    return plainSpaces(new Intl.ListFormat([...this.locales], { type }).format(textsOf(list)));
  }

  #date(time: number, options: Intl.DateTimeFormatOptions): string {
    const utc = { ...options, timeZone: 'UTC' };
    return this.#formatter('date', utc, () => new Intl.DateTimeFormat(this.locales, utc))(time);
  }

  #formatter(
    kind: string,
    options: object,
    make: () => Intl.NumberFormat | Intl.DateTimeFormat,
  ): (value: number) => string {
    const key = kind + JSON.stringify(options);
    const kept = this.#kept.get(key);
    if (kept) return kept;
    if (this.#kept.size >= MAX_FORMATTERS) this.#kept.clear();
    const formatter = made(make);
    const format = (value: number) => plainSpaces(formatter.format(value));
    this.#kept.set(key, format);
    return format;
  }
}

const MAX_FORMATTERS = 100;

function made<Made>(make: () => Made): Made {
  try {
    return make();
  } catch (error) {
    throw error instanceof RangeError ? new EvaluationError(error.message) : error;
  }
}

/** No-break spaces of the usual width in place of narrow ones: releases of Unicode's data differ in them, and fonts lack them. */
function plainSpaces(text: string): string {
  return text.replaceAll('\u202F', '\u00A0');
}

const DATE_STYLES = ['short', 'medium', 'long', 'full'] as const;
const LIST_TYPES: ReadonlyMap<string, 'conjunction' | 'disjunction' | 'unit'> = new Map([
  ['and', 'conjunction'],
  ['or', 'disjunction'],
  ['unit', 'unit'],
]);

const NUMBER_OPTIONS = new Set([
  ...['style', 'currency', 'currencyDisplay', 'unit', 'unitDisplay', 'notation', 'compactDisplay', 'signDisplay'],
  ...['useGrouping', 'minimumFractionDigits', 'maximumFractionDigits', 'minimumIntegerDigits'],
  ...['minimumSignificantDigits', 'maximumSignificantDigits'],
]);
const DATE_OPTIONS = new Set(['weekday', 'era', 'year', 'month', 'day', 'hour', 'minute', 'second', 'hour12']);

function numberOptions(options: unknown): Intl.NumberFormatOptions {
  return optionsOf(options, NUMBER_OPTIONS);
}

function dateOptions(options: unknown): Intl.DateTimeFormatOptions {
  return optionsOf(options, DATE_OPTIONS);
}

/** The options as `Intl` takes them, which judges their values itself. */
function optionsOf(options: unknown, known: ReadonlySet<string>): Record<string, never> {
  const entries = Object.entries(isPlainObject(options) ? options : {}).map(([name, value]) => {
    if (!known.has(name)) throw new EvaluationError(`there is no option ${name.slice(0, 40)}`);
    return [name, typeof value === 'bigint' ? Number(value) : value];
  });
  return Object.fromEntries(entries) as Record<string, never>;
}

function timeOf(value: unknown): number {
  if (value instanceof Date) return value.getTime();
  const time = typeof value === 'string' ? calendarTime(value) : undefined;
  if (time !== undefined) return time;
  throw new EvaluationError(`${String(value).slice(0, 40)} is not a date such as 2026-11-27`);
}

function dayOf(value: string): number {
  return Math.floor(timeOf(value) / MILLISECONDS_A_DAY);
}
