import { expect, it } from '@jest/globals';
import { tableOfCsv } from './row-table.js';

it('reads a CSV, and reports every row with another number of cells by its line', () => {
  expect(tableOfCsv('\uFEFFa, b\r\n1,"2\n3"\r\n\r\n4,\r\n')).toEqual({
    ok: true,
    value: {
      columns: ['a', 'b'],
      rows: [
        ['1', '2\n3'],
        ['4', ''],
      ],
    },
  });
  expect(tableOfCsv('a,b\r\n1,"2\n3"\r\n\r\n4\r\n5,6,7')).toMatchObject({
    ok: false,
    faults: [
      { field: 'rows[1]', message: 'row 2: has 1 cells, not 2 (line 5 of the file)' },
      { field: 'rows[2]', message: 'row 3: has 3 cells, not 2 (line 6 of the file)' },
    ],
  });
  const ragged = tableOfCsv(`a,b\n${'1\n'.repeat(9_000)}`);
  expect(ragged.ok || ragged.faults.length).toBe(100);
});
