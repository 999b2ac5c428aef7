import { describe, expect, it } from '@jest/globals';
import { assertNames, collisions, fieldsOf, outputOf } from './output-names.js';

describe('the name of the file of a row', () => {
  it.each([
    ['Halo Lamp', 'out/Halo Lamp.mp4'],
    ['../../etc/passwd', 'out/-..-etc-passwd.mp4'],
    ['a/b\\c:d*e?"<>|', 'out/a-b-c-d-e-.mp4'],
    ['.hidden', 'out/hidden.mp4'],
    ['', 'out/_.mp4'],
    ['a\u0000\u202eb', 'out/a-b.mp4'],
    ['日本', 'out/日本.mp4'],
    ['x'.repeat(65_536), `out/${'x'.repeat(120)}.mp4`],
  ])('takes %.40j as a plain name', (value, name) => {
    expect(outputOf('out/{name}.mp4', new Map([['name', value]]))).toBe(name);
  });

  it('has fields that are columns, or row and size', () => {
    expect(fieldsOf('{a}/{row}-{a}.mp4')).toEqual(new Set(['a', 'row']));
    expect(() => assertNames('{name}-{row}-{size}.mp4', ['name'], 5)).not.toThrow();
    expect(() => assertNames('{nam}.mp4', ['name'], 5)).toThrow('{nam}; there are {row}, {size}, {name}');
    expect(() => assertNames('all.mp4', ['name'], 5)).toThrow('must differ from row to row');
    expect(() => assertNames('{size}.mp4', [], 2)).toThrow('must differ');
    expect(() => assertNames('all.mp4', ['name'], 1)).not.toThrow();
  });

  it('is that of one video only, also where capitals do not count', () => {
    expect(collisions(['a.mp4', './b.mp4', 'A.mp4', 'b.mp4']).map(({ message }) => message)).toEqual([
      'video 3 and video 1 would both be A.mp4',
      'video 4 and video 2 would both be b.mp4',
    ]);
  });
});
