import { describe, expect, it, jest } from '@jest/globals';
import fc from 'fast-check';
import { BUDGETS } from '#libs/contracts';
import { type Limits, type Piece, type Place, Share } from './share.js';
import { Shares } from './shares.js';

const LIMITS: Limits = { what: 'things', places: 2, placesPerOrg: 1, waitingPerOrg: 3 };

/** A share with a clock of its own, and the order in which its pieces began. */
function probe(limits: Partial<Limits> = {}) {
  const clock = { ms: 0 };
  const onRefusal = jest.fn();
  const share = new Share({ ...LIMITS, ...limits }, () => clock.ms, onRefusal);
  const begun: string[] = [];
  const places = new Map<string, Place>();
  const enter = (name: string, piece: Omit<Piece, 'orgId'> & { orgId?: string } = {}) => {
    const entered = share.enter({ orgId: name[0]!, ...piece }).then((place) => {
      begun.push(name);
      places.set(name, place);
    });
    entered.catch(() => undefined);
    return entered;
  };
  const end = async (name: string) => {
    places.get(name)!.end();
    await settled();
  };
  return { share, clock, onRefusal, begun, places, enter, end };
}

const settled = () => new Promise((resolve) => setImmediate(resolve));

describe('a share', () => {
  it('gives the next place to the organization that was given the least time', async () => {
    const { clock, begun, enter, end } = probe({ places: 1, waitingPerOrg: 9 });
    for (const name of ['a1', 'a2', 'a3', 'b1', 'b2']) void enter(name);
    await settled();
    clock.ms += 1_000;
    await end('a1');
    clock.ms += 10;
    await end('b1');
    clock.ms += 10;
    await end('b2');
    expect(begun).toEqual(['a1', 'b1', 'b2', 'a2']);
  });

  it('counts the time of what is in progress', async () => {
    const { clock, begun, enter, end } = probe({ places: 3, placesPerOrg: 2 });
    for (const name of ['a1', 'b1']) void enter(name);
    await settled();
    clock.ms += 1_000;
    void enter('c1');
    for (const name of ['a2', 'c2']) void enter(name);
    await settled();
    await end('b1');
    expect(begun).toEqual(['a1', 'b1', 'c1', 'c2']);
  });

  it('lets an organization that was idle save nothing', async () => {
    const { clock, begun, enter, end } = probe({ places: 1, waitingPerOrg: 9 });
    void enter('a1');
    await settled();
    clock.ms += 10_000;
    await end('a1');
    for (const name of ['b1', 'a2', 'b2', 'b3']) void enter(name);
    await settled();
    for (const name of ['b1', 'b2']) {
      clock.ms += 6_000;
      await end(name);
    }
    expect(begun).toEqual(['a1', 'b1', 'b2', 'a2']);
  });

  it('forgets use beyond a minute', async () => {
    const { clock, begun, enter, end } = probe({ places: 1 });
    void enter('a1');
    await settled();
    clock.ms += 3_600_000;
    await end('a1');
    for (const name of ['b1', 'b2', 'b3', 'a2']) void enter(name);
    await settled();
    for (const name of ['b1', 'b2']) {
      clock.ms += 40_000;
      await end(name);
    }
    expect(begun).toEqual(['a1', 'b1', 'b2', 'a2']);
  });

  it('keeps places for others', async () => {
    const { begun, enter } = probe();
    for (const name of ['a1', 'a2', 'b1']) void enter(name);
    await settled();
    expect(begun).toEqual(['a1', 'b1']);
  });

  it('refuses what waits beyond the budget, and only that organization', async () => {
    const { begun, onRefusal, enter, end } = probe();
    for (const name of ['a1', 'a2', 'a3', 'a4']) void enter(name);
    expect(onRefusal).not.toHaveBeenCalled();
    await expect(enter('a5')).rejects.toMatchObject({
      code: 'RATE_LIMIT_EXCEEDED',
      message: 'Too many things at once',
      details: 'The organization has 1 things in progress and 3 waiting',
      retryAfterS: 2,
    });
    expect(onRefusal).toHaveBeenCalledTimes(1);
    await enter('b1');
    await end('a1');
    expect(begun).toEqual(['a1', 'b1', 'a2']);
  });

  it('refuses at once where nothing may wait', async () => {
    const { enter } = probe({ waitingPerOrg: 0 });
    await enter('a1');
    await expect(enter('a2')).rejects.toMatchObject({ code: 'RATE_LIMIT_EXCEEDED' });
    await enter('b1');
  });

  it('bounds the bytes of one and of all, and lets nothing pass the piece whose turn it is', async () => {
    const bytes = { inAll: 10, perOrg: 6 };
    const { share, clock, begun, enter, end } = probe({ places: 9, placesPerOrg: 9, bytes });
    await expect(enter('a0', { bytes: 7 })).rejects.toMatchObject({ code: 'RATE_LIMIT_EXCEEDED' });
    void enter('a1', { bytes: 6 });
    void enter('a2', { bytes: 1 }); // beyond the bytes of its organization
    void enter('b1', { bytes: 5 }); // beyond those of all
    void enter('c1', { bytes: 1 });
    await settled();
    expect(begun).toEqual(['a1']);
    expect(share.load).toEqual({ active: 1, waiting: 3, bytes: 6 });
    clock.ms += 10;
    await end('a1');
    expect(begun).toEqual(['a1', 'b1', 'c1', 'a2']);
  });

  it('lets a piece leave whose caller is gone', async () => {
    const { share, begun, enter, end } = probe({ places: 1 });
    const caller = new AbortController();
    await enter('a1');
    const left = expect(enter('b1', { signal: caller.signal })).rejects.toThrow('aborted');
    void enter('c1');
    caller.abort();
    await left;
    await end('a1');
    expect(begun).toEqual(['a1', 'c1']);
    await expect(enter('d1', { signal: AbortSignal.abort() })).rejects.toThrow('aborted');
    expect(share.load).toEqual({ active: 1, waiting: 0, bytes: 0 });
  });

  it('gives a place back once, and when the work fails', async () => {
    const { share, places, enter, end } = probe();
    await enter('a1');
    await end('a1');
    await enter('a2');
    places.get('a1')!.end();
    expect(share.load.active).toBe(1);
    await end('a2');
    const failed = share.run({ orgId: 'a' }, () => Promise.reject(new Error('no')));
    await expect(failed).rejects.toThrow('no');
    expect(share.load.active).toBe(0);
  });

  it('shows the holder of a place whether another organization waits', async () => {
    const { places, enter } = probe({ places: 1 });
    await enter('a1');
    void enter('a2');
    expect(places.get('a1')!.isAwaited).toBe(false);
    void enter('b1');
    expect(places.get('a1')!.isAwaited).toBe(true);
  });

  it('does not show an organization as waiting that has all of its places', async () => {
    const { places, enter } = probe({ places: 2, placesPerOrg: 1 });
    await enter('a1');
    await enter('b1');
    void enter('b2');
    expect(places.get('a1')!.isAwaited).toBe(false);
  });

  it('serves what waits when its limits become wider', async () => {
    const { share, begun, enter } = probe({ places: 1 });
    void enter('a1');
    void enter('b1');
    share.adjust({ places: 2 });
    await settled();
    expect(begun).toEqual(['a1', 'b1']);
  });

  it('never exceeds a limit, and serves everything that it does not refuse', async () => {
    const step = fc.record({
      org: fc.constantFrom('a', 'b', 'c'),
      bytes: fc.integer({ min: 0, max: 5 }),
      ends: fc.boolean(),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 60 }), async (steps) => {
        const limits = { places: 3, placesPerOrg: 2, waitingPerOrg: 4, bytes: { inAll: 9, perOrg: 6 } };
        const { share, clock, begun, places, enter, end } = probe(limits);
        const [held, refused] = [new Set<string>(), new Set<string>()];
        for (const [index, { org, bytes, ends }] of steps.entries()) {
          const name = `${org}${index}`;
          enter(name, { bytes }).catch(() => refused.add(name));
          clock.ms += 7;
          await settled();
          for (const each of ends ? begun.filter((one) => !held.has(one)) : []) {
            held.add(each);
            await end(each);
          }
          expect(share.load.active).toBeLessThanOrEqual(3);
          expect(share.load.bytes).toBeLessThanOrEqual(9);
        }
        for (let before = -1; before < begun.length;) {
          before = begun.length;
          for (const name of [...begun]) await end(name);
        }
        expect(begun.length + refused.size).toBe(steps.length);
        expect(places.size).toBe(begun.length);
        expect(share.load).toEqual({ active: 0, waiting: 0, bytes: 0 });
      }),
    );
  });
});

describe('the shares of a service', () => {
  it('are those of the budgets that it keeps', () => {
    const shares = new Shares('renderer', () => 0);
    const kept = Object.entries(BUDGETS).filter(([, { keptBy }]) => keptBy === 'renderer');
    expect([...shares].map(([name]) => name)).toEqual(kept.map(([name]) => name));
    expect(shares.ofRequest('requests')).toBeUndefined();
    expect(shares.ofRequest('rows')).toBe(shares.of('rows'));
    expect(new Shares('gateway', () => 0).ofRequest('bodies')).toBeUndefined();
    expect(() => shares.of('imports')).toThrow('gateway keeps the budget imports');
  });
});
