import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { findTools, type TestSystem } from '#libs/testing';
import type { RoundReport } from './verdict.ts';

/** Findings that are accepted, in the format of schemathesis' baseline; each has a reason. */
export const ACCEPTED = join(import.meta.dirname, 'accepted-findings.json');
/** Requests of the run for which a round has one generated request for each operation, and one chain of requests. */
const REQUESTS_PER_EXAMPLE = 150;
/** Leaves the coverage phase of some operations out. */
const CONFIGURATION = join(import.meta.dirname, 'schemathesis.toml');

/** Gives each request a client address of its own, which the gateway believes where it trusts {@link ENVIRONMENT}'s proxy. */
const HOOKS = join(import.meta.dirname, 'hooks.py');
/** Environment of the system that is fuzzed. */
export const ENVIRONMENT = { TRUSTED_PROXIES: '127.0.0.1' };

interface Document {
  paths: Record<
    string,
    Record<string, { responses: Record<string, { content?: Record<string, { schema: object }> }> }>
  >;
}

export interface SchemathesisRun {
  /** Requests that reached the gateway. */
  requests: number;
  rounds: RoundReport[];
}

/**
 * Runs schemathesis with every check until the gateway has received this many requests. The first round has all phases.
 * Further rounds repeat the random ones with other seeds, until one sends nothing.
 */
export async function runSchemathesis(
  system: TestSystem,
  { requests, seed }: { requests: number; seed: number },
): Promise<SchemathesisRun> {
  const spec = join(system.dataFolder, 'openapi.json');
  const document = (await (await fetch(`${system.baseUrl}/openapi.json`)).json()) as Document;
  await writeFile(spec, JSON.stringify(withSchemaOfEvents(document)));
  const examples = Math.ceil(requests / REQUESTS_PER_EXAMPLE);
  const target = { system, spec, program: await findProgram(), key: await unlimitedKey(system), examples };
  const begun = await requestsReceived(system);
  const run: SchemathesisRun = { requests: 0, rounds: [] };
  while (run.requests < requests) {
    const isFirst = run.rounds.length === 0;
    const phases = [...(isFirst ? ['examples', 'coverage'] : []), 'fuzzing', 'stateful'];
    run.rounds.push(await runRound(target, phases, seed + run.rounds.length));
    const received = (await requestsReceived(system)) - begun;
    if (received === run.requests) break;
    run.requests = received;
  }
  return run;
}

interface Target {
  system: TestSystem;
  /** Path of the OpenAPI document. */
  spec: string;
  /** Path of schemathesis. */
  program: string;
  key: string;
  /** Generated requests for each operation. */
  examples: number;
}

/**
 * Runs one round with a single worker: the order of requests then depends on the seed alone, and CPython 3.11 before
 * 3.11.8 raises SystemError when threads parse at once.
 */
async function runRound(target: Target, phases: string[], seed: number): Promise<RoundReport> {
  const { system, spec, program, key, examples } = target;
  const report = join(system.dataFolder, `schemathesis-${seed}.json`);
  const args = [
    ...['--config-file', CONFIGURATION, 'run', spec, '--url', system.baseUrl],
    ...['--header', `Authorization: Bearer ${key}`],
    ...['--checks', 'all', '--mode', 'all', '--phases', phases.join(), '--continue-on-failure'],
    ...['--max-examples', String(examples), '--seed', String(seed), '--workers', '1', '--request-timeout', '90'],
    ...['--baseline', ACCEPTED, '--generation-database', 'none', '--suppress-health-check', 'all', '--no-color'],
    ...['--report', 'json', '--report-json-path', report],
  ];
  const child = spawn(program, args, {
    cwd: system.dataFolder,
    stdio: 'inherit',
    env: { ...process.env, SCHEMATHESIS_HOOKS: HOOKS },
  });
  await once(child, 'close');
  return JSON.parse(await readFile(report, 'utf8')) as RoundReport;
}

/** Key of an organization without credits, so that only test videos are rendered. */
async function unlimitedKey({ operator }: TestSystem): Promise<string> {
  const { id } = (await operator('organization', 'create', 'Schemathesis')) as { id: string };
  await operator('organization', 'limit', id, '1000000');
  return ((await operator('key', 'create', id)) as { key: string }).key;
}

async function requestsReceived(system: TestSystem): Promise<number> {
  const counts = (await system.metrics('gateway')).matchAll(
    /^framewright_http_request_duration_seconds_count\S* (\d+)/gm,
  );
  return [...counts].reduce((sum, [, count]) => sum + Number(count), 0);
}

/**
 * The document with the schema of each event in place of a stream's: schemathesis takes the schema of a stream for that
 * of each event.
 */
function withSchemaOfEvents(document: Document): Document {
  const copy = structuredClone(document);
  const stream = copy.paths['/videos/{id}/events']!['get']!.responses['200']!.content!['text/event-stream']!;
  stream.schema = { $ref: '#/components/schemas/VideoStreamEvent' };
  return copy;
}

async function findProgram(): Promise<string> {
  const found = await findTools<'schemathesis'>(['schemathesis']);
  if ('reason' in found) throw new Error(found.reason);
  return join(found.tools.schemathesis, '../schemathesis');
}
