import { stat } from 'node:fs';
import { expect, it } from '@jest/globals';
import { runCooperatively } from './run-cooperatively.js';
import { parseStrictJson } from './strict-json.js';

/** The order of events when a body is read in a turn of input while a timer is due. */
async function orderFor(bytes: number): Promise<string[]> {
  const order: string[] = [];
  await new Promise<void>((resolve) => {
    const note = (what: string): void => {
      if (order.push(what) === 2) resolve();
    };
    stat('.', () => {
      setTimeout(() => note('timer'), 1);
      const begun = performance.now();
      while (performance.now() - begun < 5); // until it is due
      const body = Buffer.from(JSON.stringify({ a: 'x'.repeat(bytes) }));
      void runCooperatively(parseStrictJson(body)).then(() => note('body'));
    });
  });
  return order;
}

it('a large body lets others have a turn, a small one does not need any', async () => {
  expect(await orderFor(1_000)).toEqual(['body', 'timer']);
  expect(await orderFor(1_000_000)).toEqual(['timer', 'body']);
});

it('hands on what the work throws', async () => {
  await expect(runCooperatively(parseStrictJson(Buffer.from('{"a":1,"a":2}')))).rejects.toMatchObject({
    code: 'BAD_REQUEST',
  });
});
