import { describe, expect, it } from '@jest/globals';
import type { components } from '#libs/client';
import { faultPlace, withoutPlace } from '../../apps/console/src/pages/batches/fault-place.ts';
import { fieldsOfRow, foundRows } from '../../apps/console/src/pages/batches/found-rows.ts';
import { csvProblem, readCsvStart, withoutRows } from '../../apps/console/src/pages/batches/read-csv.ts';
import { recordNumbers } from '../../apps/console/src/ui/read-records.ts';
import { keptMapping, suggestMapping } from '../../apps/console/src/pages/batches/suggest-mapping.ts';

describe('the beginning of a CSV file', () => {
  it.each<[string, string, string[][]]>([
    ['quotes, commas and lines in cells', 'a,b\r\n"x, ""y""\nz",2\r\n', [['x, "y"\nz', '2']]],
    ['a byte order mark and no line end', '\uFEFFa,b\n1,2', [['1', '2']]],
    [
      'an empty last cell and short rows',
      'a,b\n1,\n2\n',
      [
        ['1', ''],
        ['2', ''],
      ],
    ],
    ['empty lines', 'a,b\n\n1,2\n\n', [['1', '2']]],
  ])('is read with %s', (_name, text, rows) => {
    expect(readCsvStart(text, 3)).toEqual({ columns: ['a', 'b'], rows });
  });

  it('numbers its lines as a spreadsheet does, without those that are empty', () => {
    expect(recordNumbers('\uFEFFa,b\r\n1,"2\n3"\r\n\r\n4,5')).toEqual([1, 2, 4]);
  });

  it('ends after as many rows as are asked for', () => {
    expect(readCsvStart(`a\n${'1\n'.repeat(100_000)}`, 2).rows).toHaveLength(2);
  });

  it.each([
    ['', /empty/],
    ['a;b\n1;2', /commas/],
    ['a,\n1,2', /no name/],
    ['a,a\n1,2', /Two columns are named/],
    ['a,b\n', /no rows/],
  ])('that cannot be a batch is explained: %j', (text, problem) => {
    expect(csvProblem(readCsvStart(text, 3))).toMatch(problem);
  });
});

describe('the proposed mapping of columns', () => {
  const field = (path: string) => {
    const [page = '', ...names] = path.split('.');
    const property = names.at(-1)!;
    const ofLayer = page !== 'variables' && names.length > 1;
    return {
      path,
      page: page === 'variables' ? null : Number(page),
      layer: ofLayer ? names.slice(0, -1).join('.') : null,
      property,
    } as components['schemas']['TemplateField'];
  };
  const FIELDS = [
    'variables.accent',
    '1.background_color',
    '1.headline.text_color',
    '1.headline.text',
    '1.photo.source_url',
  ].map(field);

  it.each([
    ['1.headline.text', '1.headline.text'],
    ['Headline', '1.headline.text'],
    ['Headline text color', '1.headline.text_color'],
    ['PHOTO', '1.photo.source_url'],
    ['Accent', 'accent'],
    ['Order number', 'video.metadata'],
  ])('understands %s', (column, target) => {
    expect(suggestMapping([column], FIELDS)).toEqual({ [column]: target });
  });

  it('leaves out what it does not know, and sets nothing twice', () => {
    expect(suggestMapping(['headline', 'Headline', 'Price'], FIELDS)).toEqual({ headline: '1.headline.text' });
  });
});

describe('the mapping of a corrected file', () => {
  const seen = {
    columns: ['Title', 'Price', 'Photo'],
    mapping: { Title: '1.title.text', Photo: '1.photo.source_url' },
  };

  it('is as it was chosen, also for columns that were left out, and proposed for new ones', () => {
    const suggested = { Title: '1.other.text', Price: 'price', New: 'accent' };
    expect(keptMapping(['Title', 'Price', 'New'], suggested, seen)).toEqual({ Title: '1.title.text', New: 'accent' });
    expect(keptMapping(['Title', 'Price'], suggested, undefined)).toBe(suggested);
  });

  it('sets nothing twice', () => {
    expect(keptMapping(['Heading', 'Title'], { Heading: '1.title.text' }, seen)).toEqual({ Title: '1.title.text' });
  });
});

describe('a file without some rows', () => {
  const file = { name: 'offers', text: 'A,B\n1,"two\nlines"\n\n3,4\r\n5,6', start: { columns: ['A', 'B'], rows: [] } };

  it('keeps the lines of the others, and what is left out is a file of its own', () => {
    const shorter = withoutRows(file, new Set([1]));
    expect(shorter).toEqual({
      ...file,
      text: 'A,B\n\n\n3,4\r\n5,6',
      leftOut: { count: 1, text: 'A,B\n1,"two\nlines"\n' },
    });
    expect(recordNumbers(shorter.text)).toEqual([1, 4, 5]);
    const again = withoutRows(shorter, new Set([2]));
    expect(again.text).toBe('A,B\n\n\n3,4\r\n');
    expect(again.leftOut).toEqual({ count: 2, text: 'A,B\n1,"two\nlines"\n5,6' });
  });
});

describe('the place of a fault', () => {
  it('is not repeated by its message', () => {
    const place = { row: 2, column: 'Title' };
    expect(withoutPlace('row 2, column Title: must be a string', place)).toBe('must be a string');
    expect(withoutPlace('row 2: has no cells', { row: 2, column: null })).toBe('has no cells');
    expect(withoutPlace('row 1 is good', place)).toBe('row 1 is good');
  });

  it.each([
    ['rows[11].price', 12, 'price'],
    ['rows[0].1.headline.text', 1, '1.headline.text'],
    ['rows[2].data[3].value', 3, 'data'],
    ['rows[4]', 5, null],
    ['mapping.Slogan', null, 'Slogan'],
    ['format', null, 'format'],
  ])('%s is row %s, column %s', (path, row, column) => {
    expect(faultPlace(path, ['price', '1.headline.text', 'data'])).toEqual({ row, column });
  });
});

describe('rows that are worth a look', () => {
  const found = (rows: string[][]) =>
    foundRows(['Title', 'Photo', 'Note'], rows, { Title: '1.title.text', Photo: 'x' });

  it('are those with a missing, the longest and the shortest value of a used column, each once', () => {
    const rows = [
      ['Middle', 'https://a.example/1.jpg', ''],
      ['The longest of them', 'https://a.example/long.jpg', 'a'],
      ['S', '', 'b'],
      ['Middle', 'https://a.example/2.jpg', 'c'],
    ];
    expect(found(rows).map(({ row, finding, column }) => [row, finding, column])).toEqual([
      [3, 'Missing', 'Photo'],
      [2, 'Longest', 'Title'],
    ]);
    expect(found([['Same', 'https://a.example/1.jpg']])).toEqual([]);
  });

  it('are ten at most, found in ten thousand at once', () => {
    const columns = Array.from({ length: 40 }, (_, index) => `c${index}`);
    const rows = Array.from({ length: 10_000 }, (_, row) =>
      columns.map((_, at) => 'x'.repeat((row * 7 + at * 13) % 50)),
    );
    const mapping = Object.fromEntries(columns.map((name) => [name, name]));
    expect(foundRows(columns, rows, mapping)).toHaveLength(10);
  });

  it('set what the API reads in their cells', () => {
    const field = (path: string, kind: string) => ({ path, kind, page: 1, layer: path, property: 'text' }) as never;
    const fields = [field('a', 'number'), field('b', 'text'), field('c', 'boolean'), field('d', 'list')];
    const mapping = { A: 'a', B: 'b', C: 'c', D: 'd' };
    const set = fieldsOfRow(['A', 'B', 'C', 'D', 'E'], ['4.5', '4.5', 'TRUE', '[{"x":1}]', 'z'], { mapping, fields });
    expect(set.map(({ value }) => value)).toEqual([4.5, '4.5', true, [{ x: 1 }]]);
    expect(fieldsOfRow(['A', 'B'], ['', ''], { mapping, fields })).toEqual([]);
  });
});
