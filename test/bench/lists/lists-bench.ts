import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { startSystem, type TestSystem } from '#libs/testing';
import { createTemplate, movingDocument, registerWebhook } from '../../e2e/steps.ts';
import { median } from '../cpu-time.ts';
import { fillTables, ROWS } from './filled-tables.ts';

const MOST_MS = 300;
const TIMES = 7;
const LIMIT = 100;

interface Parameter {
  name: string;
  in: string;
  schema: { type?: string; enum?: string[] };
}
interface Operation {
  operationId: string;
  parameters?: Parameter[];
  security?: Record<string, unknown>[];
}
/** An operation that returns a page of a list. */
interface List {
  id: string;
  path: string;
  query: Parameter[];
  needsSession: boolean;
}

/** A value for each filter that is no enumeration. */
type Values = Readonly<Record<string, string>>;

/**
 * `npm run bench -- lists`: ten organizations with 10,000 videos, templates, deliveries, transactions, uploads and entries of
 * the audit log each. Every list of the OpenAPI document is read: its first page, its last one, and with each filter. Ends
 * with 1 when one takes longer than 300 ms.
 */
export async function listsBench(): Promise<void> {
  const system = await startSystem({ RATE_LIMIT_PER_MINUTE: '10000000', LOG_LEVEL: 'warn' });
  try {
    const templates = await createTemplate(system, movingDocument(1, { width: 320, height: 180 }));
    const { id: webhooks } = await registerWebhook(system, 'http://127.0.0.1:4000/hooks');
    const { place } = JSON.parse(readFileSync(join(system.dataFolder, 'processes.json'), 'utf8')) as {
      place: { databaseUrls: Record<string, string> };
    };
    const known = { orgId: system.orgId, templateId: templates, webhookId: webhooks };
    const batch_id = await fillTables(place.databaseUrls, known);
    const values = {
      ...{ batch_id, id: templates, search: 'photo 99', metadata: 'order 77' },
      ...{ organization_id: system.orgId, action: 'deleteTemplate', since: daysAgo(10), until: daysAgo(10) },
    };
    const cookie = await signIn(system);
    print(`${ROWS} rows an organization; | list | query | total | median ms | worst of ${TIMES}, ms |`);
    for (const list of await listsOf(system))
      await measure(list, { system, cookie, things: { templates, webhooks, organizations: system.orgId }, values });
  } finally {
    await system.stop();
  }
}

interface Subject {
  system: TestSystem;
  cookie: string;
  /** Ids by the name of their collection in a path. */
  things: Readonly<Record<string, string>>;
  values: Values;
}

async function listsOf(system: TestSystem): Promise<List[]> {
  const { paths } = (await (await system.fetch('/openapi.json')).json()) as {
    paths: Record<string, { get?: Operation }>;
  };
  return Object.entries(paths).flatMap(([path, { get }]) => {
    const query = (get?.parameters ?? []).filter((parameter) => parameter.in === 'query');
    if (!get || !query.some(({ name }) => name === 'limit')) return [];
    const needsSession = get.security?.some((scheme) => 'session' in scheme) ?? false;
    return [{ id: get.operationId, path, query, needsSession }];
  });
}

async function measure({ id, path, query, needsSession }: List, subject: Subject): Promise<void> {
  const { system, cookie, things, values } = subject;
  const real = path.replaceAll(/\b(\w+)\/\{\w+\}/g, (_all, kind: string) => `${kind}/${things[kind] ?? 'unknown'}`);
  const read = async (search: string) => {
    const begun = performance.now();
    const response = await system.fetch(`${real}?${search}`, needsSession ? { key: null, headers: { cookie } } : {});
    const body = (await response.json()) as { pagination?: { total?: number } };
    if (!response.ok) throw new Error(`${real}?${search}: ${response.status} ${JSON.stringify(body)}`);
    return { ms: performance.now() - begun, total: body.pagination?.total ?? 0 };
  };
  const { total } = await read(`limit=${LIMIT}`);
  const searches = [`limit=${LIMIT}`, ...filtersOf(query, values).map((filter) => `limit=${LIMIT}&${filter}`)];
  if (total > LIMIT && query.some(({ name }) => name === 'offset')) {
    searches.push(`limit=${LIMIT}&offset=${total - LIMIT}`);
  }
  for (const search of searches) {
    const times: number[] = [];
    while (times.length < TIMES) times.push((await read(search)).ms);
    const worst = Math.max(...times);
    if (worst > MOST_MS) process.exitCode = 1;
    const found = (await read(search)).total;
    const columns = [id, search, String(found), median(times).toFixed(0), worst.toFixed(0)];
    print(`| ${columns.join(' | ')} |${worst > MOST_MS ? ' TOO SLOW' : ''}`);
  }
}

/** Each filter alone. */
function filtersOf(query: readonly Parameter[], values: Values): string[] {
  return query.flatMap(({ name, schema }) => {
    if (name === 'limit' || name === 'offset') return [];
    if (schema.enum) return schema.enum.map((value) => `${name}=${value}`);
    if (schema.type === 'boolean') return [`${name}=true`];
    const value = values[name];
    return value === undefined ? [] : [`${name}=${encodeURIComponent(value)}`];
  });
}

/** A session of the organization's owner, who also operates the installation, for the lists that keys may not read. */
async function signIn(system: TestSystem): Promise<string> {
  const { url } = (await system.operator('console-link', system.orgId, '--operator')) as { url: string };
  const response = await system.fetch('/session/link', {
    method: 'POST',
    key: null,
    headers: { 'content-type': 'application/json', origin: new URL(system.baseUrl).origin },
    body: JSON.stringify({ token: new URL(url).hash.slice(1) }),
  });
  return (response.headers.get('set-cookie') ?? '').split(';')[0]!;
}

function daysAgo(days: number): string {
  return new Date(Date.now() - days * 86_400_000).toISOString();
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}
