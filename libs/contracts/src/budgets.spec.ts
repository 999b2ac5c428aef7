import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { type Budget, type BudgetName, BUDGETS } from './budgets.js';
import type { RpcContract } from './message.js';
import { type EdgeOwner, SERVICE_EDGES } from './service-edges.js';

const LIMITS = readFileSync(new URL('../../../docs/api/limits.md', import.meta.url), 'utf8');
const budgets = Object.entries(BUDGETS) as [BudgetName, Budget][];
const owners = Object.keys(SERVICE_EDGES) as EdgeOwner[];

describe('budgets', () => {
  it.each(owners)('bound every request that %s replies to', (owner) => {
    const serves: readonly RpcContract[] = SERVICE_EDGES[owner].serves;
    const known = [...Object.keys(BUDGETS), 'requests', 'internal'];
    expect(serves.filter(({ budget }) => !known.includes(budget))).toEqual([]);
  });

  it('of requests that callers cause are never those of services alone', () => {
    const calls: readonly RpcContract[] = SERVICE_EDGES.gateway.calls;
    expect(calls.filter(({ budget }) => budget === 'internal')).toEqual([]);
    expect(calls.length).toBeGreaterThan(40);
  });

  it('that a request takes as a whole are kept on its way', () => {
    const taken = owners.flatMap((owner) =>
      [...SERVICE_EDGES[owner].serves].map(({ subject, budget }: RpcContract) => ({ owner, subject, budget })),
    );
    const unkept = taken.filter(({ owner, budget }) => {
      if (!Object.hasOwn(BUDGETS, budget)) return false;
      const { keptBy } = BUDGETS[budget as BudgetName];
      const passesOn: readonly RpcContract[] = SERVICE_EDGES[owner].calls;
      return keptBy !== owner && keptBy !== 'gateway' && !passesOn.some((call) => call.budget === budget);
    });
    expect(unkept).toEqual([]);
  });

  it('let each organization have a part, not all', () => {
    const whole = budgets.filter(([, { places = Infinity, placesPerOrg, bytes }]) => {
      return placesPerOrg >= places || (bytes && bytes.perOrg >= bytes.inAll);
    });
    expect(whole).toEqual([]);
  });

  it.each(budgets)('document %s: what an organization may have of it', (_name, { what, ...budget }) => {
    const row = LIMITS.split('\n').find((line) => line.startsWith(`| ${what} `));
    const cells = (row ?? '').split('|').map((cell) => cell.trim().replaceAll(',', ''));
    expect(cells.slice(3, 5)).toEqual([String(budget.placesPerOrg), String(budget.waitingPerOrg)]);
    if (budget.bytes) expect(LIMITS).toContain(`${budget.bytes.perOrg.toLocaleString('en-US')} bytes`);
  });
});
