import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { startSystem } from '#libs/testing';
import type { FuzzDocument } from '../../fuzz/requests.ts';
import { HOSTILE_JSON, hostileValuesFor } from './hostile-values.ts';
import type { Told } from './judging.ts';
import { type Place, placesOf } from './places.ts';
import { type HostileRequest, serve, type Served } from './served.ts';

const LOADER = new URL('../../../libs/testing/src/typescript-loader.mjs', import.meta.url).href;
const MAX_BODY_BYTES = 1_048_576;
/** Of a query, escaped threefold; what is longer Node refuses by itself. */
const MAX_QUERY_CHARACTERS = 4_000;
const SHOWN = 10;

/**
 * Awkward values in every string, list and map that the served OpenAPI document has in requests: what judging them costs at n and
 * 2n, then the slowest of each place over HTTP. Ends with 1 when a bound is broken.
 *
 * @param operations ids of the operations to be looked at; all when empty
 */
export async function hostileBench(operations: readonly string[] = []): Promise<void> {
  const system = await startSystem({ RATE_LIMIT_PER_MINUTE: '1000000' });
  try {
    const document = (await (await fetch(`${system.baseUrl}/openapi.json`)).json()) as FuzzDocument;
    const places = placesOf(document, operations);
    const told = await judged(document, operations);
    print(`${places.length} strings, lists and maps, ${told.length} series of requests`);
    printWorst(told);
    const served = await serve(system, requestsFor(places, told));
    printServed(served);
    const broken = told
      .filter((each) => each.broken.length > 0)
      .map((each) => `${titleOf(each)}: ${each.broken.join(', ')}`);
    const faults = [...broken, ...served.faults];
    for (const fault of faults) print(`FAULT ${fault}`);
    print(faults.length === 0 ? 'No bound is broken.' : `${faults.length} faults.`);
    process.exitCode = faults.length === 0 ? 0 : 1;
  } finally {
    await system.stop();
  }
}

/** In a process of its own, which imports the services' sources. */
async function judged(document: FuzzDocument, operations: readonly string[]): Promise<Told[]> {
  const judging = fork(fileURLToPath(new URL('judging.ts', import.meta.url)), {
    execArgv: ['--import', LOADER],
    serialization: 'advanced',
  });
  const failed = once(judging, 'exit').then(([code]) =>
    Promise.reject(new Error(`judging ended with ${String(code)}`)),
  );
  failed.catch(() => undefined); // later it is no failure any more
  await Promise.race([once(judging, 'message'), failed]);
  judging.send({ document, operations });
  const [told] = (await Promise.race([once(judging, 'message'), failed])) as [Told[]];
  return told;
}

/** Bodies of any JSON, and of each place in bodies and queries the value that took longest, as large as requests may be. */
function* requestsFor(places: readonly Place[], told: readonly Told[]): Iterable<HostileRequest> {
  for (const { name, of, bytesEach } of HOSTILE_JSON) {
    const body = of(Math.floor((MAX_BODY_BYTES - 16) / bytesEach)) as Uint8Array<ArrayBuffer>;
    yield { name: `any body: ${name}`, method: 'POST', path: '/videos', body };
  }
  for (const [at, place] of places.entries()) {
    const slowest = told.filter((each) => each.place === at).sort((a, b) => b.twiceMs - a.twiceMs);
    const values = hostileValuesFor(place);
    const value = slowest.map((each) => values.find(({ name }) => name === each.value)).find(Boolean) ?? values[0]!;
    const { method, part, field } = place;
    const name = `${place.operation} ${field}: ${value.name}`;
    if (part === 'query') {
      const sent = value.of(Math.floor(MAX_QUERY_CHARACTERS / value.bytesEach));
      const text = (typeof sent === 'string' ? sent : JSON.stringify(sent)).toWellFormed();
      yield { name, method, path: `${place.path}?${field}=${encodeURIComponent(text)}` };
    }
    if (part === 'body') {
      const around = Buffer.byteLength(JSON.stringify(place.put(value.of(2))));
      const body = JSON.stringify(place.put(value.of(Math.floor((MAX_BODY_BYTES - around) / value.bytesEach))));
      yield { name, method, path: place.path, body };
      yield { name: `${name}, with an unknown parameter`, method, path: `${place.path}?unknown=1`, body };
    }
  }
}

/** The slowest series of each field. */
function printWorst(told: readonly Told[]): void {
  const byField = Map.groupBy(told, ({ field }) => field);
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

function printServed({ requests, longest }: Served): void {
  print(`\n${requests} requests over HTTP`);
  for (const [service, { ms, request }] of Object.entries(longest)) {
    print(`  ${service}: its event loop was held for ${ms.toFixed(0)} ms at most, by ${request}`);
  }
}

function titleOf({ field, value, judge, n }: Told): string {
  return `${field}, ${value}, judged by ${judge}, from ${n} to twice that`;
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}
