import { startSystem, temporaryFolder } from '#libs/testing';
import type { FuzzDocument } from '../../fuzz/requests.ts';
import { HOSTILE_JSON, type HostileValue, hostileValuesFor } from './hostile-values.ts';
import { judged } from './judged.ts';
import type { Measurement } from './judging.ts';
import { type Place, placesOf } from './places.ts';
import { type HostileRequest, type Hold, serve } from './served.ts';

const METER = new URL('./loop-meter.ts', import.meta.url).href;
const MAX_BODY_BYTES = 1_048_576;
/** Most characters of a query, escaped threefold. Node itself refuses longer ones. */
const MAX_QUERY_CHARACTERS = 4_000;
const SHOWN = 10;

/**
 * Awkward values in every string, list and map that the served OpenAPI document has in requests: what judging them costs at n and
 * 2n, then the slowest of each place over HTTP. Ends with 1 when a bound is broken.
 *
 * @param operations ids of the operations to be looked at; all when empty
 */
export async function hostileBench(operations: readonly string[] = []): Promise<void> {
  const folder = temporaryFolder('loops');
  const system = await startSystem({
    RATE_LIMIT_PER_MINUTE: '1000000',
    LOOP_METER_FOLDER: folder,
    NODE_OPTIONS: `--import=${METER}`,
  });
  try {
    const document = (await (await fetch(`${system.baseUrl}/openapi.json`)).json()) as FuzzDocument;
    const places = placesOf(document, operations);
    const { measurements, faults } = await judged(document, operations, places.length);
    print(`${places.length} strings, lists and maps, ${measurements.length} series of requests`);
    printWorst(measurements);
    const served = await serve(system, folder, [...requestsFor(places, measurements)]);
    print(`\n${served.requests} requests over HTTP`);
    printHolds(served.holds);
    const broken = measurements
      .filter((each) => each.broken.length > 0)
      .map((each) => `${titleOf(each)}: ${each.broken.join(', ')}`);
    const all = [...faults, ...broken, ...served.faults];
    for (const fault of all) print(`FAULT ${fault}`);
    print(all.length === 0 ? 'No bound is broken.' : `${all.length} faults.`);
    process.exitCode = all.length === 0 ? 0 : 1;
  } finally {
    await system.stop();
  }
}

/** Bodies of any JSON, and of each place in bodies and queries the value that took longest, as large as requests may be. */
function* requestsFor(places: readonly Place[], measurements: readonly Measurement[]): Iterable<HostileRequest> {
  for (const { name, of, bytesEach, most } of HOSTILE_JSON) {
    const full = Math.floor((MAX_BODY_BYTES - 32) / bytesEach);
    for (const n of new Set([Math.min(full, Math.floor(most)), full])) {
      const body = () => of(n) as Uint8Array<ArrayBuffer>;
      yield { name: `any body: ${n.toLocaleString('en')} of ${name}`, method: 'POST', path: '/videos', body };
    }
  }
  for (const [at, place] of places.entries()) {
    const slowest = measurements.filter((each) => each.place === at).sort((a, b) => b.twiceMs - a.twiceMs);
    const values = hostileValuesFor(place);
    const value = slowest.map((each) => values.find(({ name }) => name === each.value)).find(Boolean) ?? values[0]!;
    const { method, part, field, path } = place;
    const name = `${place.operation} ${field}: ${value.name}`;
    if (part === 'query') {
      const sent = value.of(Math.min(value.most, Math.floor(MAX_QUERY_CHARACTERS / value.bytesEach)));
      const text = (typeof sent === 'string' ? sent : JSON.stringify(sent)).toWellFormed();
      yield { name, method, path: `${path}?${field}=${encodeURIComponent(text)}` };
    }
    if (part === 'body') {
      const bodies = { [name]: () => filled(place, value), [`${name}, in each of many`]: repeated(place, value) };
      for (const [title, body] of Object.entries(bodies)) {
        if (!body) continue;
        yield { name: title, method, path, body };
        yield { name: `${title}, with an unknown parameter`, method, path: `${path}?unknown=1`, body };
      }
    }
  }
}

function filled({ put }: Place, { of, bytesEach, most }: HostileValue): string {
  const around = Buffer.byteLength(JSON.stringify(put(of(2))));
  return JSON.stringify(put(of(Math.min(most, Math.floor((MAX_BODY_BYTES - around) / bytesEach)))));
}

/**
 * A body with as many elements of the innermost list as fit, each with as much as the place may hold; undefined if
 * there is no such list or no limit.
 */
function repeated({ repeat, limit }: Place, { of, most }: HostileValue): (() => string) | undefined {
  if (!repeat || !Number.isFinite(limit)) return undefined;
  return () => {
    const value = of(Math.min(limit, most));
    const each = Buffer.byteLength(JSON.stringify(repeat.put(value, 1)));
    return JSON.stringify(repeat.put(value, Math.min(repeat.limit, Math.max(1, Math.floor(MAX_BODY_BYTES / each)))));
  };
}

/** The slowest series of each field. */
function printWorst(measurements: readonly Measurement[]): void {
  const byField = Map.groupBy(measurements, ({ field }) => field);
  const worst = [...byField.values()].map((all) => all.toSorted((a, b) => b.twiceMs - a.twiceMs)[0]!);
  print(
    '\n| field | value | judged by | n | ms at n | ms at 2n | ratio |\n| --- | --- | --- | --- | --- | --- | --- |',
  );
  for (const each of worst.toSorted((a, b) => b.twiceMs - a.twiceMs).slice(0, SHOWN)) {
    const { field, value, judge, n, ms, twiceMs, growth } = each;
    const figures = [n.toLocaleString('en'), ms?.toFixed(1) ?? '-', twiceMs.toFixed(1), growth?.toFixed(2) ?? '-'];
    print(`| ${[`\`${field}\``, value, judge, ...figures].join(' | ')} |`);
  }
}

function printHolds(holds: readonly Hold[]): void {
  print('\n| event loop | held, CPU ms | by |\n| --- | --- | --- |');
  for (const { service, ms, request } of holds.slice(0, SHOWN)) print(`| ${service} | ${ms.toFixed(0)} | ${request} |`);
}

function titleOf({ field, value, judge, n }: Measurement): string {
  return `${field}, ${value}, judged by ${judge}, from ${n} to twice that`;
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}
