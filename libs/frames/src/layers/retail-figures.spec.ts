import { describe, expect, it } from '@jest/globals';
import { codeSymbol } from './code-symbol.js';
import { retailFigures } from './retail-figures.js';

const CODES = [
  ['ean13', '4006381333931'],
  ['upca', '036000291452'],
] as const;

describe('the figures of a retail code', () => {
  it.each(CODES)('are its digits from left to right, each above its own bars: %s', (codeType, text) => {
    const { figures } = retailFigures(codeType, text)!;
    expect(figures.map(({ figure }) => figure).join('')).toBe(text);
    const centers = figures.map(({ center }) => center);
    expect(centers).toEqual(centers.toSorted((a, b) => a - b));
    expect(Math.min(...centers.slice(1).map((center, index) => center - centers[index]!))).toBe(7);
    expect(retailFigures(codeType, text.slice(0, -1))).toEqual({ figures, isLong: expect.any(Function) });
  });

  it.each(CODES)('stand between long bars, which are symmetric: %s', (codeType, text) => {
    const { figures, isLong } = retailFigures(codeType, text)!;
    const { runs, columns } = codeSymbol({ codeType, text, errorCorrection: 'M' } as Parameters<typeof codeSymbol>[0]);
    const long = runs.filter(({ column }) => isLong(column));
    expect(long.length).toBe(codeType === 'ean13' ? 6 : 10);
    const isBelowLong = ({ center }: { center: number }): boolean =>
      long.some(({ column, length }) => center > column - 0.5 && center < column + length + 0.5);
    expect(figures.filter(isBelowLong)).toEqual([]);
    for (let column = 0; column < columns; column += 1) expect(isLong(column)).toBe(isLong(columns - 1 - column));
  });

  it('are written below no other code', () => {
    expect(retailFigures('itf14', '00012345678905')).toBeUndefined();
  });
});
