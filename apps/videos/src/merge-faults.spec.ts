import { describe, expect, it } from '@jest/globals';
import type { Fault } from '#libs/template';
import { mergeFaults } from './merge-faults.js';

const fault = (field: string, message = ''): Fault => ({ field, code: 'INVALID_VALUE', message, value: null });
const fields = (input: unknown, names: string[]): string[] =>
  mergeFaults(
    input,
    names.map((name) => fault(name)),
  ).map(({ field }) => field);

describe('faults of several checks', () => {
  it('come in the order of the document, missing fields with their parent', () => {
    const body = { format: 'gif', pages: [{ number: 1, layers: [{ name: 'a', weight: 1 }] }], fps: 3 };
    expect(fields(body, ['template_id', 'fps', 'pages[0].layers[0].weight', 'pages[0].number', 'format'])).toEqual([
      'format',
      'pages[0].number',
      'pages[0].layers[0].weight',
      'fps',
      'template_id',
    ]);
    expect(fields(body, ['fps', 'pages[0].layers[0].text'])).toEqual(['pages[0].layers[0].text', 'fps']);
  });

  it('name a field once, by the first check that refused it', () => {
    expect(mergeFaults({ fps: 3 }, [fault('fps', 'first'), fault('fps', 'second')])).toEqual([fault('fps', 'first')]);
  });

  it('end after a hundred with the number of the others', () => {
    const body = { pages: Array.from({ length: 130 }, () => 0) };
    const ordered = mergeFaults(
      body,
      body.pages.map((_, n) => fault(`pages[${n}]`)),
    );
    expect(ordered).toHaveLength(101);
    expect(ordered[100]).toEqual({ field: 'body', code: 'INVALID_VALUE', message: '30 more faults', value: null });
  });

  it('are those of the first check alone when it has found more than one answer can name', () => {
    const body = { pages: Array.from({ length: 130 }, () => 0), url: '' };
    const cut = mergeFaults(
      body,
      body.pages.map((_, n) => fault(`pages[${n}]`)),
    );
    expect(mergeFaults(body, cut, [fault('url')])).toEqual(cut);
  });
});
