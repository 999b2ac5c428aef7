import { describe, expect, it } from '@jest/globals';
import { setImmediate as turn } from 'node:timers/promises';
import { Batcher } from './batcher.js';

/** Answers every item with itself, when `finish` is called; remembers the batches. */
function slowEcho(maxItems = 100) {
  const batches: (readonly number[])[] = [];
  const waiting: (() => void)[] = [];
  const batcher = new Batcher(async (items: readonly number[]) => {
    batches.push(items);
    await new Promise<void>((resolve) => waiting.push(resolve));
    return items;
  }, maxItems);
  const finish = async () => {
    waiting.shift()!();
    await turn();
  };
  return { batcher, batches, finish };
}

describe('Batcher', () => {
  it('carries out together what is asked together, and answers each with its own', async () => {
    const { batcher, batches, finish } = slowEcho();
    const answers = Promise.all([1, 2, 3].map((item) => batcher.ask(item)));
    await turn();
    await finish();
    expect(await answers).toEqual([1, 2, 3]);
    expect(batches).toEqual([[1, 2, 3]]);
  });

  it('lets what comes while two batches are under way wait for the next, which is no longer than allowed', async () => {
    const { batcher, batches, finish } = slowEcho(3);
    const answers: Promise<number>[] = [];
    const ask = async (...items: number[]) => {
      answers.push(...items.map((item) => batcher.ask(item)));
      await turn();
    };
    await ask(1);
    await ask(2);
    await ask(3, 4);
    await ask(5, 6);
    expect(batches).toEqual([[1], [2]]);
    await finish();
    expect(batches).toEqual([[1], [2], [3, 4, 5]]);
    await finish();
    await finish();
    await finish();
    expect(batches).toEqual([[1], [2], [3, 4, 5], [6]]);
    expect(await Promise.all(answers)).toEqual([1, 2, 3, 4, 5, 6]);
  });

  it.each(['22P02', '23505', '40P01'])(
    'keeps an item that is refused with %s from spoiling the others',
    async (code) => {
      const batcher = new Batcher((items: readonly number[]) => {
        if (items.includes(2)) return Promise.reject(Object.assign(new Error('refused'), { code }));
        return Promise.resolve(items);
      }, 100);
      const answers = await Promise.allSettled([1, 2, 3].map((item) => batcher.ask(item)));
      expect(answers.map((answer) => (answer.status === 'fulfilled' ? answer.value : 'refused'))).toEqual([
        1,
        'refused',
        3,
      ]);
    },
  );

  it('reports a failure that no single item caused to every caller, and retries nothing', async () => {
    let runs = 0;
    const batcher = new Batcher(() => {
      runs += 1;
      return Promise.reject(Object.assign(new Error('terminating connection'), { code: '57P01' }));
    }, 100);
    const answers = await Promise.allSettled([1, 2, 3].map((item) => batcher.ask(item)));
    expect(answers.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected']);
    expect(runs).toBe(1);
  });
});
