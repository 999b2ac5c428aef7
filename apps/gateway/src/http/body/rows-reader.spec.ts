import { afterAll, describe, expect, it } from '@jest/globals';
import { withCallerSignal } from '#libs/runtime';
import { readJsonWithRows } from './body-with-rows.js';
import { RowsReader } from './rows-reader.js';

const reader = new RowsReader();
afterAll(() => reader.onModuleDestroy());

/** The JSON of a body with `rows` rows of 27 columns, 225 bytes a row. */
function bodyOf(rows: number): Buffer {
  const row = Object.fromEntries(Array.from({ length: 27 }, (_, n) => [`c${n}`, n]));
  return Buffer.from(JSON.stringify({ format: 'mp4', rows: Array.from({ length: rows }, () => row), name: 'Many' }));
}

/** Makes a body too long to be read on the event loop. */
const long = (json: string) => Buffer.from(json + ' '.repeat(100_000));

describe('RowsReader', () => {
  it.each([1, 10_000])('leaves the rows of a body with %d of them as text', async (count) => {
    const { rows, ...rest } = await reader.read(bodyOf(count));
    expect(rest).toEqual({ body: { format: 'mp4', name: 'Many' }, row_format: 'json' });
    expect(`{"format":"mp4","rows":${rows},"name":"Many"}`).toBe(bodyOf(count).toString());
  });

  it.each([
    ['{"format":"mp4"}', { body: { format: 'mp4' }, row_format: 'json' }],
    ['{"rows":null}', { body: {}, rows: 'null', row_format: 'json' }],
    ['[1]', { body: [1], row_format: 'json' }],
  ])('reads %s, long or not', async (json, read) => {
    expect(await reader.read(Buffer.from(json))).toEqual(read);
    expect(await reader.read(long(json))).toEqual(read);
  });

  it.each([
    ['{"rows":[],"rows":[]}', { code: 'BAD_REQUEST', details: 'The key "rows" appears twice in one object' }],
    ['{"rows":[', { code: 'BAD_REQUEST', details: 'The body is not valid JSON' }],
    [
      `{"rows":[${'1,'.repeat(310_000)}1]}`,
      { code: 'VALIDATION_ERROR', details: [{ field: 'body', message: 'must not hold more than 310000 values' }] },
    ],
    [
      JSON.stringify({ rows: ['"'.repeat(2_000_000)] }),
      { code: 'VALIDATION_ERROR', details: [{ field: 'rows', code: 'VALUE_TOO_LARGE' }] },
    ],
  ])('refuses %.30s, and reads the next one', async (json, error) => {
    await expect(reader.read(long(json))).rejects.toMatchObject({ name: 'AppError', ...error });
    expect(await reader.read(bodyOf(1_000))).toMatchObject({ row_format: 'json' });
  });

  it('leaves the event loop to others while a long body is read', async () => {
    const inPlaceMs: number[] = [];
    const activeMs: number[] = [];
    for (let turn = 0; turn < 5; turn++) {
      const body = bodyOf(10_000);
      const startedMs = performance.now();
      readJsonWithRows(body);
      inPlaceMs.push(performance.now() - startedMs);
      const before = performance.eventLoopUtilization();
      await reader.read(body);
      activeMs.push(performance.eventLoopUtilization(before).active);
    }
    expect(Math.min(...activeMs)).toBeLessThan(Math.min(...inPlaceMs) / 2);
  });

  it('does not read for a caller that has left before its turn', async () => {
    const [first, caller] = [reader.read(bodyOf(10_000)), new AbortController()];
    const waiting = withCallerSignal(caller.signal, () => reader.read(bodyOf(1_000)));
    caller.abort(new Error('left'));
    await expect(waiting).rejects.toThrow('left');
    expect(await first).toMatchObject({ row_format: 'json' });
  });
});
