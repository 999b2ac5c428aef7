import { describe, expect, it } from '@jest/globals';
import { columnsOf, itemsOf } from '../../../apps/console/src/editor/form/items/item-columns.ts';
import { cellValue, pastedCells, withPasted } from '../../../apps/console/src/editor/form/items/pasted-items.ts';

const COLUMNS = columnsOf(
  {
    title: { type: 'string', label: 'Title' },
    rooms: { type: 'number' },
    sold: { type: 'boolean' },
    price: { type: 'money', default: { amount: 1, currency: 'EUR' } },
    kind: { type: 'enum', options: [{ value: 'flat', label: 'Flat' }] },
    tags: { type: 'list' },
  },
  [],
);
const column = (name: string) => COLUMNS.find((each) => each.name === name)!;
const paste = (text: string, row: number, position: number, most = 200) =>
  withPasted([{ title: 'First', rooms: 1 }], pastedCells(text, most)!, {
    columns: COLUMNS,
    at: { row, column: position },
    most,
  });

describe('a list as a table', () => {
  it('has the columns of its declared fields, or else those of its items with their types', () => {
    expect(COLUMNS.map(({ name, label, type }) => [name, label, type])).toEqual([
      ['title', 'Title', 'string'],
      ['rooms', 'rooms', 'number'],
      ['sold', 'sold', 'boolean'],
      ['price', 'price', 'money'],
      ['kind', 'kind', 'enum'],
      ['tags', 'tags', 'list'],
    ]);
    const found = columnsOf(undefined, [{ label: 'A', value: 3 }, { value: 4, on: true }, { deep: [{}] }]);
    expect(found.map(({ name, type }) => [name, type])).toEqual([
      ['label', 'string'],
      ['value', 'number'],
      ['on', 'boolean'],
      ['deep', 'list'],
    ]);
    expect([itemsOf([{}, 3]), itemsOf({}), itemsOf(undefined)]).toEqual([undefined, undefined, undefined]);
    expect(itemsOf([])).toEqual([]);
  });

  it.each([
    ['rooms', '3', 3],
    ['rooms', '1,234.5', 1234.5],
    ['rooms', '1.234,5', 1234.5],
    ['rooms', '2,5', 2.5],
    ['rooms', '12 000', 12_000],
    ['rooms', 'three', 'three'],
    ['sold', 'Yes', true],
    ['sold', 'FALSE', false],
    ['sold', 'maybe', 'maybe'],
    ['price', '€ 9.50', { amount: 9.5, currency: 'EUR' }],
    ['price', '1,299.00 USD', { amount: 1299, currency: 'USD' }],
    ['price', '7', { amount: 7, currency: 'EUR' }],
    ['price', 'free', 'free'],
    ['kind', 'Flat', 'flat'],
    ['tags', '[{"a":1}]', [{ a: 1 }]],
    ['title', '', undefined],
  ])('reads %s from %s', (name, text, value) => {
    expect(cellValue(text, column(name))).toEqual(value);
  });

  it('takes cells of a spreadsheet from a cell on, and adds rows up to the most', () => {
    expect(paste('5\tyes\n6\tno\n', 0, 1)).toEqual([
      { title: 'First', rooms: 5, sold: true },
      { rooms: 6, sold: false },
    ]);
    expect(paste('a\nb\nc\n', 1, 0, 2)).toEqual([{ title: 'First', rooms: 1 }, { title: 'a' }]);
    expect(paste('"two\nlines"\t2\nx\t3', 0, 0)[0]).toEqual({ title: 'two\nlines', rooms: 2 });
  });

  it('places cells by the names of columns in their first line', () => {
    expect(paste('rooms\tTitle\n7\tSecond\n', 1, 3)).toEqual([
      { title: 'First', rooms: 1 },
      { title: 'Second', rooms: 7 },
    ]);
  });

  it('leaves a text for one cell to the cell', () => {
    expect([pastedCells('one value', 9), pastedCells('one line\n', 9)]).toEqual([undefined, undefined]);
  });
});
