import { expect, it } from '@jest/globals';
import { RowCells, sentCells } from './row-cells.js';

it('finds the cells of every row, in any part, by the names of all columns', () => {
  const rows = Array.from({ length: 501 }, (_, index) => [`sku-${index + 1}`, index, undefined]);
  const cells = new RowCells(sentCells({ columns: ['SKU', 'Price', 'Note'], rows }));
  for (const row of [1, 250, 251, 500, 501, 2]) {
    expect(cells.of(row)).toEqual({ SKU: `sku-${row}`, Price: row - 1, Note: null });
  }
  expect(cells.of(502)).toBeNull();
});

it('keeps no row that is long, and none without columns', () => {
  const cells = new RowCells(sentCells({ columns: ['text'], rows: [['x'.repeat(20_000)], ['short']] }));
  expect([cells.of(1), cells.of(2)]).toEqual([null, { text: 'short' }]);
  expect(new RowCells(sentCells({ columns: [], rows: [[]] })).of(1)).toBeNull();
});
