import { describe, expect, it } from '@jest/globals';
import { FaultList, reportFaults } from './fault-list.js';

const wrong = { code: 'INVALID_VALUE', message: 'is wrong', value: null } as const;

/** A list of `count` faults in a document that has their fields in this order. */
function listOf(count: number, prefix: string): FaultList {
  const fields = Array.from({ length: count }, (_, index) => `${prefix}${index}`);
  const list = new FaultList(Object.fromEntries(fields.map((field) => [field, null])));
  for (const field of fields.toReversed()) list.add([field], wrong);
  return list;
}

describe('the faults of a request', () => {
  it('are all reported up to a hundred', () => {
    const reported = reportFaults([listOf(100, 'a')]);
    expect(reported).toHaveLength(100);
    expect(reported[0]).toEqual({ field: 'a0', ...wrong });
  });

  it('are reported list after list, each in document order', () => {
    const fields = reportFaults([listOf(2, 'query'), listOf(0, 'headers'), listOf(2, 'body')]).map(
      ({ field }) => field,
    );
    expect(fields).toEqual(['query0', 'query1', 'body0', 'body1']);
  });

  it('are counted beyond a hundred over all lists, faults that a list did not store included', () => {
    const reported = reportFaults([listOf(60, 'query'), listOf(307, 'body')]);
    expect(reported).toHaveLength(101);
    expect(reported.at(-1)).toEqual({ field: 'body', ...wrong, message: '267 more faults' });
  });

  it('are adopted from the list of a part with their paths in the document', () => {
    const part = listOf(2, 'x');
    const whole = new FaultList({ pages: [{ x0: 1, x1: 1 }], name: '' });
    whole.add(['name'], wrong);
    whole.adopt(part, (path) => ['pages', 0, ...path]);
    expect(whole.report().map(({ field }) => field)).toEqual(['pages[0].x0', 'pages[0].x1', 'name']);
  });
});
