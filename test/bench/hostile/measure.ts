import { leastCpuMs } from '#libs/testing';
import type { FuzzDocument } from '../../fuzz/requests.ts';
import { HOSTILE_DOCUMENTS } from './hostile-documents.ts';
import { HOSTILE_JSON, hostileValuesFor, type HostileValue } from './hostile-values.ts';
import { DOCUMENT_JUDGE, type Judge, JSON_JUDGE, judgesOf } from './judges.ts';
import type { Place } from './places.ts';

/** Most bytes of a body. */
const MAX_BODY_BYTES = 1_048_576;
/** Most bytes that Node allows for a request's line and headers. */
const MAX_HEAD_BYTES = 16_000;
/** Largest factor by which CPU time may grow for twice the size. */
const MAX_GROWTH = 2.5;
/** Longest time for which an event loop may be held, ms. */
const MAX_HOLD_MS = 100;
/** DOCUMENT_TIMEOUT_MS of the videos service. */
const MAX_THREAD_MS = 3_000;
/** Time at the larger size below which measurements are not compared, ms: see the README beside. */
const FLOOR_MS = 5;
/**
 * Most rounds of measuring until the growth keeps the bound: memory and the collector may make a single one grow by any
 * factor.
 */
const ROUNDS = 8;

/** The measurement of one value in one place, at the size `n` and at twice that size. */
export interface Measured {
  field: string;
  value: string;
  judge: string;
  n: number;
  twiceMs: number;
  /** Absent, like the growth, if `twiceMs` is below the floor. */
  ms?: number;
  growth?: number;
  maxMs: number;
  place?: Place;
}

/** Requests of one kind for the service's rules, by their size. */
interface Series {
  field: string;
  value: string;
  place?: Place;
  /** The larger size. */
  twice: number;
  of(n: number): unknown;
}

/**
 * Judges every hostile value in a place, at the size that the document allows and at that of a request; then the
 * slowest one in many elements.
 */
export function measurePlace(place: Place, document: FuzzDocument): Measured[] {
  const judges = judgesOf(place, document);
  const all = hostileValuesFor(place).flatMap((value) =>
    sizesOf(place, value).flatMap((twice) => {
      const series: Series = { ...about(place, value.name), twice, of: (n) => place.put(value.of(n)) };
      return judges.map((judge) => ({ value, twice, measured: measure(judge, series) }));
    }),
  );
  const { repeat, limit, kind } = place;
  const fitting = all.filter(({ twice }) => twice === limit).sort((a, b) => b.measured.twiceMs - a.measured.twiceMs);
  const slowest = fitting[0]?.value;
  const measured = all.map((each) => each.measured);
  if (kind !== 'string' || !repeat || !slowest) return measured;
  const filling = slowest.of(limit);
  const times = Math.floor(MAX_BODY_BYTES / sizeOf(repeat.put(filling, 1)));
  const twice = Math.min(times, repeat.limit);
  if (twice < 2) return measured;
  const series = { ...about(place, `${slowest.name}, in each of n elements`), twice };
  const of = (n: number): unknown => repeat.put(filling, n);
  return [...measured, ...judges.map((judge) => measure(judge, { ...series, of }))];
}

/** The reading of bodies, whatever they should be. */
export function measureJson(): Measured[] {
  return HOSTILE_JSON.flatMap((value) => {
    const most = Math.floor(MAX_BODY_BYTES / value.bytesEach);
    const sizes = new Set([Math.min(most, Math.floor(value.most)), most]);
    return [...sizes].map((twice) =>
      measure(JSON_JUDGE, { field: 'any body', value: value.name, twice, of: (n) => value.of(n) }),
    );
  });
}

/** Whole documents that strain one of the means of a template. */
export function measureDocuments(): Measured[] {
  return HOSTILE_DOCUMENTS.map(({ name, twice, of }) =>
    measure(DOCUMENT_JUDGE, { field: 'a whole document', value: name, twice, of }),
  );
}

/** The bounds that a measurement breaks, in words. */
export function brokenBounds(
  { growth = 0, twiceMs, maxMs }: Pick<Measured, 'growth' | 'twiceMs' | 'maxMs'>,
  { maxGrowth = MAX_GROWTH, isTimed = true } = {},
): string[] {
  return [
    ...(growth > maxGrowth ? [`grows by ${growth.toFixed(1)}`] : []),
    ...(isTimed && twiceMs > maxMs ? [`takes ${twiceMs.toFixed(0)} ms, longer than ${maxMs}`] : []),
  ];
}

function about(place: Place, value: string): Pick<Series, 'field' | 'value' | 'place'> {
  const { operation, part, field } = place;
  return { field: `${operation} ${part === 'body' ? '' : `${part} `}${field}`.trim(), value, place };
}

/** The sizes to measure: that which the document allows, and that which a request can hold. */
function sizesOf({ limit, part }: Place, value: HostileValue): number[] {
  const { bytesEach, endsAtLimit } = value;
  const most = Math.min(value.most, Math.floor((part === 'body' ? MAX_BODY_BYTES : MAX_HEAD_BYTES) / bytesEach));
  if (limit <= 1 || limit >= most) return [most];
  return endsAtLimit ? [limit] : [limit, most];
}

function sizeOf(value: unknown): number {
  return Buffer.byteLength(JSON.stringify(value));
}

function measure(judge: Judge, series: Series): Measured {
  const { field, value, place, twice } = series;
  const maxMs = judge.holdsLoop ? MAX_HOLD_MS : MAX_THREAD_MS;
  const n = Math.ceil(twice / 2);
  return { field, value, judge: judge.name, n, ...timesOf(judge, series, n), maxMs, place };
}

/**
 * Measures a series. Most values are fast and measured once; only the rest is worth several tries. Both sizes take
 * turns, and the least time of each counts.
 */
function timesOf({ judge }: Judge, { twice, of }: Series, n: number): Pick<Measured, 'ms' | 'twiceMs' | 'growth'> {
  const larger = of(twice);
  let twiceMs = leastCpuMs(() => judge(larger), 2);
  if (twiceMs < FLOOR_MS) return { twiceMs };
  const smaller = of(n);
  let ms = Infinity;
  for (let round = 0; round < ROUNDS && (round === 0 || twiceMs > MAX_GROWTH * ms); round++) {
    ms = Math.min(
      ms,
      leastCpuMs(() => judge(smaller), 2),
    );
    twiceMs = Math.min(
      twiceMs,
      leastCpuMs(() => judge(larger), 2),
    );
    if (twiceMs < FLOOR_MS) return { ms, twiceMs };
  }
  return { ms, twiceMs, growth: twiceMs / ms };
}
