import { expect, it } from '@jest/globals';
import { inTurns } from './in-turns.js';
import { parseStrictJson } from './strict-json.js';

it('a large body lets others have a turn, a small one does not need any', async () => {
  const turnsFor = async (bytes: number): Promise<number> => {
    let turns = 0;
    const state = { isDone: false };
    const count = (): void => {
      if (state.isDone) return;
      turns += 1;
      setImmediate(count);
    };
    setImmediate(count);
    const body = Buffer.from(JSON.stringify({ a: 'x'.repeat(bytes) }));
    expect(await inTurns(parseStrictJson(body))).toEqual({ a: 'x'.repeat(bytes) });
    state.isDone = true;
    return turns;
  };
  expect(await turnsFor(1_000)).toBe(0);
  expect(await turnsFor(1_000_000)).toBe(1);
});

it('hands on what the work throws', async () => {
  await expect(inTurns(parseStrictJson(Buffer.from('{"a":1,"a":2}')))).rejects.toMatchObject({ code: 'BAD_REQUEST' });
});
