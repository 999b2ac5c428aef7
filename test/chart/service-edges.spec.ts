import { describe, expect, it } from '@jest/globals';
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import * as contracts from '#libs/contracts';
import { SERVICE_EDGES, type ServiceEdges } from '#libs/contracts';

const APPS = ['gateway', 'videos', 'credits', 'renderer', 'webhooks'] as const;

/** The sources of an app without specs and without what its specs use. */
function sourceOf(app: string): string {
  const root = fileURLToPath(new URL(`../../apps/${app}/src/`, import.meta.url));
  const files = readdirSync(root, { recursive: true, encoding: 'utf8' });
  const production = files.filter((file) => file.endsWith('.ts') && !/\.spec\.ts$|(^|\/)testing\//.test(file));
  return production.map((file) => readFileSync(root + file, 'utf8')).join('\n');
}

/** Every contract of `libs/contracts` under the name by which code speaks of it: `VIDEOS_RPC.getVideo`, `VIDEO_FAILED`. */
const CONTRACTS = new Map<string, { subject: string }>(
  Object.entries(contracts).flatMap(([name, value]: [string, unknown]): (readonly [string, { subject: string }])[] => {
    if (typeof value !== 'object' || value === null) return [];
    if ('subject' in value) return [[name, value as { subject: string }]];
    if (!name.endsWith('_RPC')) return [];
    return Object.entries(value).map(([key, question]) => [`${name}.${key}`, question as { subject: string }] as const);
  }),
);

/** Subjects of the contracts that the pattern captures by name. `CREDITS_RPC[settlement]` means every question of that group. */
function subjectsIn(source: string, pattern: RegExp): string[] {
  const subjects = [...source.matchAll(pattern)].flatMap(([, name, key]) => {
    const group = name!.replace(/\[.*/, '');
    if (key === undefined) return [CONTRACTS.get(name!)!.subject];
    return /^\w+$/.test(key) ? [CONTRACTS.get(`${group}.${key}`)!.subject] : [];
  });
  return [...new Set(subjects)].sort();
}

const subjectsOf = (listed: readonly { subject: string }[]) => listed.map(({ subject }) => subject).sort();
/** `render.job.software` and `render.job.nvenc` are both `render.job.*`. */
const asDeclared = (subjects: string[]) => [
  ...new Set(subjects.map((subject) => subject.replace(/^render\.job\..+/, 'render.job.*'))),
];

describe.each(APPS)('the edges listed for %s are those in its code:', (app) => {
  const source = sourceOf(app);
  const edges: ServiceEdges = SERVICE_EDGES[app];

  it('questions it answers', () => {
    expect(subjectsIn(source, /@RpcHandler\((\w+)\.(\w+)\)/g)).toEqual(subjectsOf(edges.serves));
  });

  it('questions it asks', () => {
    const asked = subjectsIn(source, /\.call\(\s*(\w+)\.(\w+)/g);
    const operator = app === 'gateway' ? subjectsOf(SERVICE_EDGES.operator.calls) : [];
    // One settles holds by `CREDITS_RPC[settlement]`: both outcomes.
    const settled = source.includes('CREDITS_RPC[settlement]') ? ['rpc.credits.capture', 'rpc.credits.release'] : [];
    const listed = new Set([...subjectsOf(edges.calls), ...operator]);
    expect([...new Set([...asked, ...settled])].sort()).toEqual([...listed].sort());
  });

  it('what it takes from streams', () => {
    const taken = subjectsIn(source, /@DurableHandler\((?:\{ \.\.\.)?(\w+)/g);
    expect(taken).toEqual(asDeclared(subjectsOf(edges.consumes)));
  });

  it('news it hears', () => {
    expect(subjectsIn(source, /@LiveHandler\((\w+)/g)).toEqual(subjectsOf(edges.subscribes));
  });

  it('news it tells', () => {
    const operator = app === 'gateway' ? subjectsOf(SERVICE_EDGES.operator.publishes) : [];
    expect(subjectsIn(source, /live\.publish\((\w+)/g)).toEqual([...subjectsOf(edges.publishes), ...operator].sort());
  });
});
