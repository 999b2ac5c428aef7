import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { Turns } from './turns.js';

/** Work that the test ends; `begun` has the names of all started work, in order. */
function workshop(limits: { atOnce: number; perOrg: number }) {
  const turns = new Turns(limits);
  const begun: string[] = [];
  const open = new Map<string, () => void>();
  const done: Promise<void>[] = [];
  const ask = (org: string, name: string) => {
    const work = () => {
      begun.push(name);
      return new Promise<void>((resolve) => open.set(name, resolve));
    };
    done.push(turns.run(org, work));
  };
  /** Lets everything that can happen now happen. */
  const settle = async () => {
    for (let n = 0; n < 20; n++) await Promise.resolve();
  };
  const end = async (name: string) => {
    open.get(name)!();
    open.delete(name);
    await settle();
  };
  return { ask, begun, done, end, open, settle };
}

describe('organizations take turns', () => {
  it('so that one with many delays another by what is being done, and no more', async () => {
    const { ask, begun, end, settle } = workshop({ atOnce: 1, perOrg: 1 });
    for (let n = 0; n < 50; n++) ask('many', `m${n}`);
    await settle();
    ask('few', 'f0');
    ask('few', 'f1');
    for (const name of ['m0', 'f0', 'm1', 'f1', 'm2']) await end(name);
    expect(begun).toEqual(['m0', 'f0', 'm1', 'f1', 'm2', 'm3']);
  });

  it('and leave places free rather than give one more than its share', async () => {
    const { ask, begun, end, settle } = workshop({ atOnce: 4, perOrg: 2 });
    for (let n = 0; n < 4; n++) ask('one', `a${n}`);
    await settle();
    expect(begun).toEqual(['a0', 'a1']);
    ask('other', 'b0');
    await settle();
    expect(begun).toEqual(['a0', 'a1', 'b0']);
    await end('a1');
    expect(begun).toEqual(['a0', 'a1', 'b0', 'a2']);
  });

  it('and continue after work that fails', async () => {
    const turns = new Turns({ atOnce: 1, perOrg: 1 });
    await expect(turns.run('one', () => Promise.reject(new Error('broken')))).rejects.toThrow('broken');
    expect(await turns.run('one', () => Promise.resolve(7))).toBe(7);
  });

  it('and everything is done, never more at once than may be', async () => {
    const limits = fc.record({ atOnce: fc.integer({ min: 1, max: 4 }), perOrg: fc.integer({ min: 1, max: 3 }) });
    await fc.assert(
      fc.asyncProperty(limits, fc.array(fc.constantFrom('a', 'b', 'c'), { maxLength: 20 }), async (some, orgs) => {
        const { ask, begun, done, end, open, settle } = workshop(some);
        orgs.forEach((org, n) => ask(org, `${org}${n}`));
        await settle();
        while (open.size > 0) {
          expect(open.size).toBeLessThanOrEqual(some.atOnce);
          for (const org of ['a', 'b', 'c']) {
            expect([...open.keys()].filter((name) => name.startsWith(org)).length).toBeLessThanOrEqual(some.perOrg);
          }
          await end([...open.keys()][0]!);
        }
        await Promise.all(done);
        expect(begun).toHaveLength(orgs.length);
      }),
    );
  });
});
