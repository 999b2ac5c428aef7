import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from '@jest/globals';
import type { EntityManager, MikroORM } from '@mikro-orm/postgresql';
import fc from 'fast-check';
import { PreparedStatements } from '#libs/database';
import { CreditsConfig } from '../credits.config.js';
import { useLedger } from '../testing/ledger-under-test.js';
import { balancesOf, listGrants } from './grants.js';
import { LedgerService } from './ledger.service.js';

const test = useLedger();
let orm: MikroORM;
let em: EntityManager;
let ledger: LedgerService;

beforeAll(() => {
  ({ orm, em, ledger } = test);
});

const grant = (org: string, amount: number, id: string = randomUUID()) => test.grant(org, amount, id);
const hold = (org: string, id: string, amount: number) => test.hold(org, id, amount);
const capture = (org: string, id: string) => test.capture(org, id);
const release = (org: string, id: string) => test.release(org, id);

describe('the ledger', () => {
  it('maps every column that its migrations make', async () => {
    const difference = await orm.schema.getUpdateSchemaSQL({ wrap: false, dropTables: false });
    expect(difference).not.toMatch(/column|create table/);
  });

  it('answers what is missing and changes nothing when the balance is too low', async () => {
    const [org, video] = [randomUUID(), randomUUID()];
    expect(await hold(org, video, 10)).toEqual({ outcome: 'insufficient', required: 10, available: 0 });
    await grant(org, 9);
    expect(await hold(org, video, 10)).toEqual({ outcome: 'insufficient', required: 10, available: 9 });
    await grant(org, 1);
    expect(await hold(org, video, 10)).toEqual({ outcome: 'held' });
    expect(await ledger.balance(org)).toEqual({ available: 0, held: 10 });
  });

  it('holds nothing for a test video, with or without an account', async () => {
    const [org, video] = [randomUUID(), randomUUID()];
    expect(await hold(org, video, 0)).toEqual({ outcome: 'held' });
    expect(await capture(org, video)).toBe('captured');
  });

  it('refuses a hold whose release came first', async () => {
    const [org, video] = [randomUUID(), randomUUID()];
    await grant(org, 5);
    expect(await release(org, video)).toBe('released');
    expect(await hold(org, video, 5)).toEqual({ outcome: 'released' });
    expect(await ledger.balance(org)).toEqual({ available: 5, held: 0 });
  });

  it('gives 100 of 150 concurrent holds to a balance of 100', async () => {
    const org = randomUUID();
    await grant(org, 100);
    const replies = await Promise.all(Array.from({ length: 150 }, () => hold(org, randomUUID(), 1)));
    expect(replies.filter(({ outcome }) => outcome === 'held')).toHaveLength(100);
    expect(await ledger.balance(org)).toEqual({ available: 0, held: 100 });
  });

  it('holds what can be held beside a hold that is too large', async () => {
    const org = randomUUID();
    await grant(org, 10);
    const replies = await Promise.all([4, 50, 6].map((amount) => hold(org, randomUUID(), amount)));
    expect(replies.map(({ outcome }) => outcome)).toEqual(['held', 'insufficient', 'held']);
    expect(await ledger.balance(org)).toEqual({ available: 0, held: 10 });
  });

  it('holds for several organizations from several processes at once', async () => {
    const orgs = Array.from({ length: 5 }, () => randomUUID());
    await Promise.all(orgs.map((org) => grant(org, 30)));
    const processes = Array.from(
      { length: 4 },
      () => new LedgerService(em, new PreparedStatements(orm), new CreditsConfig()),
    );
    const replies = await Promise.all(
      Array.from({ length: 20 }, () =>
        processes.flatMap((each, index) =>
          (index % 2 === 0 ? orgs : orgs.toReversed()).map((org) =>
            each.hold({ org_id: org, hold_id: randomUUID(), amount: 1 }),
          ),
        ),
      ).flat(),
    );
    expect(replies.filter(({ outcome }) => outcome === 'held')).toHaveLength(150);
    for (const org of orgs) expect(await ledger.balance(org)).toEqual({ available: 0, held: 30 });
  });

  it('makes one hold of 20 concurrent ones with the same id', async () => {
    const [org, video] = [randomUUID(), randomUUID()];
    await grant(org, 10);
    const replies = await Promise.all(Array.from({ length: 20 }, () => hold(org, video, 4)));
    expect(new Set(replies.map(({ outcome }) => outcome))).toEqual(new Set(['held']));
    expect(await ledger.balance(org)).toEqual({ available: 6, held: 4 });
  });

  it('lists grants with their reasons, newest first, and refuses another grant under the same id', async () => {
    const [org, id] = [randomUUID(), randomUUID()];
    await grant(org, 5);
    const order = { org_id: org, transfer_id: id, amount: 7, reason: 'Invoice 7' };
    const first = await test.ledger.grant(order);
    expect(await test.ledger.grant(order)).toEqual(first);
    for (const other of [{ amount: 8 }, { reason: 'Invoice 8' }, { reason: undefined }, { org_id: randomUUID() }]) {
      await expect(test.ledger.grant({ ...order, ...other })).rejects.toMatchObject({ code: 'CONFLICT' });
    }
    const { data, pagination } = await listGrants(test.em, { org_id: org, limit: 1 });
    expect(data).toEqual([{ id, amount: 7, reason: 'Invoice 7', created_at: first.created_at }]);
    expect(pagination).toMatchObject({ total: 2, has_more: true });
    expect(await balancesOf(test.em, [org, randomUUID()])).toEqual([{ org_id: org, available: 12, held: 0 }]);
  });

  it('makes one grant of 20 concurrent ones with the same id', async () => {
    const [org, id] = [randomUUID(), randomUUID()];
    await Promise.all(Array.from({ length: 20 }, () => grant(org, 7, id)));
    expect(await ledger.balance(org)).toEqual({ available: 7, held: 0 });
  });

  it('lets one settlement win when capture and release race, and returns the same to both', async () => {
    const org = randomUUID();
    await grant(org, 30);
    for (let round = 0; round < 30; round++) {
      const video = randomUUID();
      await hold(org, video, 1);
      const outcomes = await Promise.all([capture(org, video), release(org, video), capture(org, video)]);
      expect(new Set(outcomes).size).toBe(1);
    }
    expect((await ledger.balance(org)).held).toBe(0);
  });

  it('never leaves credits held when a hold and its release race', async () => {
    const org = randomUUID();
    await grant(org, 30);
    for (let round = 0; round < 30; round++) {
      const video = randomUUID();
      await Promise.all([hold(org, video, 1), release(org, video)]);
    }
    expect(await ledger.balance(org)).toEqual({ available: 30, held: 0 });
  });

  it("does not touch another organization's hold", async () => {
    const [org, stranger, video] = [randomUUID(), randomUUID(), randomUUID()];
    await grant(org, 5);
    await hold(org, video, 5);
    await expect(capture(stranger, video)).rejects.toThrow();
    await expect(release(stranger, video)).rejects.toThrow();
    await expect(hold(stranger, video, 5)).rejects.toThrow();
    expect(await ledger.balance(org)).toEqual({ available: 0, held: 5 });
  });

  it('lists holds without an outcome, oldest first', async () => {
    const [org, first, second, ended] = [randomUUID(), randomUUID(), randomUUID(), randomUUID()];
    await grant(org, 5);
    for (const video of [first, second, ended]) await hold(org, video, 1);
    await em.execute("UPDATE holds SET created_at = created_at - interval '1 second' WHERE id = ?", [first]);
    await release(org, ended);
    const open = await ledger.openHolds({ older_than_s: 0, limit: 1_000 });
    expect(open.filter((entry) => entry.org_id === org).map((entry) => entry.hold_id)).toEqual([first, second]);
    expect(await ledger.openHolds({ older_than_s: 3_600, limit: 1_000 })).toEqual([]);
  });

  it('continues after a hold seen last, in the same millisecond or settled since', async () => {
    const [org, ...videos] = [randomUUID(), randomUUID(), randomUUID(), randomUUID()] as const;
    await grant(org, 5);
    for (const video of videos) await hold(org, video, 1);
    await em.execute("UPDATE holds SET created_at = now() - interval '1 minute' WHERE org_id = ?", [org]);
    const ordered = [...videos].sort();
    await release(org, ordered[0]!);
    const next = async (after: string, limit = 1_000) =>
      (await ledger.openHolds({ older_than_s: 0, limit, after }))
        .filter(({ org_id }) => org_id === org)
        .map(({ hold_id, amount }) => [hold_id, amount]);
    expect(await next(ordered[0]!)).toEqual([
      [ordered[1], 1],
      [ordered[2], 1],
    ]);
    expect(await next(ordered[0]!, 1)).toHaveLength(1);
    expect(await next(ordered[2]!)).toEqual([]);
  });
});

describe('the tables', () => {
  const transfer = (kind: string, video: string | null, sides: string) => `
    WITH written AS (INSERT INTO transfers (id, org_id, kind, hold_id, amount)
                     VALUES (gen_random_uuid(), gen_random_uuid(), '${kind}', ${video ? `'${video}'` : 'NULL'}, 5) RETURNING id)
    INSERT INTO entries SELECT written.id, side.account, side.amount FROM written, (VALUES ${sides}) AS side (account, amount)`;

  it.each([
    ['entries that do not add up', transfer('grant', null, "('issued', -5), ('available', 4)")],
    ['a single entry', transfer('grant', null, "('issued', -5)")],
    ['three entries', transfer('grant', null, "('issued', -5), ('available', 3), ('held', 2)")],
    [
      'a transfer without entries',
      transfer('grant', null, "('issued', -5)").replace(
        'FROM written,',
        'FROM written JOIN (SELECT WHERE false) AS none ON true,',
      ),
    ],
    ['a rewritten history', 'UPDATE entries SET amount = amount'],
    ['a shortened history', 'DELETE FROM transfers'],
    ['a balance below zero', 'UPDATE accounts SET available = -1'],
  ])('refuse %s', async (_name, statement) => {
    await grant(randomUUID(), 5);
    await expect(em.execute(statement)).rejects.toThrow(/add up to 0|never changed|violates check constraint/);
  });

  it('refuse a capture beside a release', async () => {
    const [org, video] = [randomUUID(), randomUUID()];
    await grant(org, 5);
    await hold(org, video, 5);
    await release(org, video);
    await expect(em.execute(transfer('capture', video, "('held', -5), ('spent', 5)"))).rejects.toThrow(
      'transfers_once_a_hold',
    );
  });
});

describe('random commands', () => {
  type Command = { kind: 'grant' | 'hold' | 'capture' | 'release' | 'archive'; video: number; amount: number };
  const commands = fc.array(
    fc.record<Command>({
      kind: fc.constantFrom('grant', 'hold', 'hold', 'capture', 'release', 'archive'),
      video: fc.nat({ max: 4 }),
      amount: fc.nat({ max: 6 }),
    }),
    { maxLength: 25 },
  );

  /** A model of the ledger's promises in the plainest terms: one organization, five videos. */
  class Model {
    available = 0;
    readonly holds = new Map<number, { amount: number; state: string }>();
    readonly grants = new Set<number>();

    get held(): number {
      return [...this.holds.values()].reduce((sum, { amount, state }) => sum + (state === 'held' ? amount : 0), 0);
    }

    /** The outcome expected of a command. */
    apply({ kind, video, amount }: Command): string {
      const found = this.holds.get(video);
      if (kind === 'grant') {
        if (!this.grants.has(video)) this.available += video + 1;
        this.grants.add(video);
        return 'granted';
      }
      if (kind === 'archive') {
        // An archived hold is no longer known; only the sums include it.
        for (const [id, { state }] of this.holds) if (state !== 'held') this.holds.delete(id);
        return 'archived';
      }
      if (kind === 'hold') {
        if (found) return found.state === 'released' ? 'released' : 'held';
        if (this.available < amount) return 'insufficient';
        this.available -= amount;
        this.holds.set(video, { amount, state: 'held' });
        return 'held';
      }
      if (!found) {
        if (kind === 'release') this.holds.set(video, { amount: 0, state: 'released' });
        return kind === 'release' ? 'released' : 'unknown';
      }
      if (found.state === 'held') {
        if (kind === 'release') this.available += found.amount;
        found.state = kind === 'release' ? 'released' : 'captured';
      }
      return found.state;
    }
  }

  async function archive(): Promise<string> {
    await test.check.run();
    await test.archive.archive();
    return 'archived';
  }

  async function run(org: string, ids: readonly string[], { kind, video, amount }: Command): Promise<string> {
    const id = ids[video]!;
    if (kind === 'grant') return grant(org, video + 1, id.replace(/^./, '0')).then(() => 'granted');
    if (kind === 'hold') return (await hold(org, id, amount)).outcome;
    if (kind === 'archive') return archive();
    return kind === 'capture' ? capture(org, id) : release(org, id);
  }

  it('end as the model says, whatever their order', async () => {
    await fc.assert(
      fc.asyncProperty(commands, async (sequence) => {
        const [org, model] = [randomUUID(), new Model()];
        const ids = Array.from({ length: 5 }, () => randomUUID().replace(/^./, 'f'));
        const amounts = new Map<number, number>(); // a hold is repeated with the amount it was first asked for
        for (const asked of sequence) {
          const known = model.holds.get(asked.video)?.amount ?? asked.amount;
          const command = { ...asked, amount: amounts.get(asked.video) ?? known };
          if (command.kind === 'archive') await test.age(org, 100);
          expect(await run(org, ids, command)).toBe(model.apply(command));
        }
        expect(await ledger.balance(org)).toEqual({ available: model.available, held: model.held });
      }),
      { numRuns: 60 },
    );
  });

  it('keep every promise when they run all at once', async () => {
    await fc.assert(
      fc.asyncProperty(commands, async (sequence) => {
        const org = randomUUID();
        const ids = Array.from({ length: 5 }, () => randomUUID().replace(/^./, 'f'));
        await grant(org, 16);
        for (const old of [randomUUID(), randomUUID(), randomUUID()]) {
          await hold(org, old, 2);
          await capture(org, old);
        }
        await test.age(org, 100);
        await Promise.all(sequence.map((command) => run(org, ids, { ...command, amount: command.video })));
        const { available, held } = await ledger.balance(org);
        expect(available).toBeGreaterThanOrEqual(0);
        expect(held).toBeGreaterThanOrEqual(0);
        expect(await test.brokenPromises()).toEqual([]);
      }),
      { numRuns: 40 },
    );
  });
});
