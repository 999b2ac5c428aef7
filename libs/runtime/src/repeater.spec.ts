import { describe, expect, it } from '@jest/globals';
import { Repeater } from './repeater.js';

function counting(run: () => Promise<unknown>, intervalMs = 60_000) {
  const errors: unknown[] = [];
  return { errors, repeater: new Repeater({ run, intervalMs, onError: (error) => errors.push(error) }) };
}

describe('Repeater', () => {
  it('starts the next round at once while there is more to do, and stops between rounds', async () => {
    let rounds = 0;
    const { repeater } = counting(() => Promise.resolve(++rounds < 5));
    repeater.start();
    await new Promise((resolve) => setImmediate(resolve));
    await repeater.stop();
    expect(rounds).toBe(5);
  });

  it('runs another round for a kick that came during one', async () => {
    let rounds = 0;
    let finish: () => void = () => undefined;
    const { repeater } = counting(async () => {
      rounds += 1;
      if (rounds === 1) await new Promise<void>((resolve) => (finish = resolve));
    });
    repeater.start();
    repeater.kick();
    finish();
    await new Promise((resolve) => setImmediate(resolve));
    await repeater.stop();
    expect(rounds).toBe(2);
  });

  it('reports a failed round and continues', async () => {
    let rounds = 0;
    const { repeater, errors } = counting(() => {
      rounds += 1;
      return rounds === 1 ? Promise.reject(new Error('database away')) : Promise.resolve();
    });
    repeater.start();
    await new Promise((resolve) => setImmediate(resolve));
    repeater.kick();
    await new Promise((resolve) => setImmediate(resolve));
    await repeater.stop();
    expect(rounds).toBe(2);
    expect(errors).toEqual([new Error('database away')]);
  });

  it('does not wait forever for a round at the end, and reports it', async () => {
    const errors: unknown[] = [];
    const run = () => new Promise(() => undefined);
    const repeater = new Repeater({ run, intervalMs: 60_000, onError: (error) => errors.push(error), graceMs: 20 });
    repeater.start();
    await repeater.stop();
    expect(errors).toEqual([new Error('a round was still running 20 ms after it should have ended')]);
  });

  it('reports nothing for a round that ends in time', async () => {
    const { repeater, errors } = counting(() => new Promise((resolve) => setImmediate(resolve)));
    repeater.start();
    await repeater.stop();
    expect(errors).toEqual([]);
  });
});
