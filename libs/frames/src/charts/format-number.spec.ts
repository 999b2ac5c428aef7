import { describe, expect, it } from '@jest/globals';
import { parseNumberFormat } from '#libs/template';
import { numberFormatter } from './format-number.js';

describe('a number', () => {
  it.each([
    ['', 1234.567, '1,234.57'],
    ['', 0.00012345, '0.000123'],
    ['', 12_300_000, '12.3M'],
    ['', 1e300, '1E300'],
    ['', -5, '−5'],
    ['0', 1234.5, '1235'],
    ['#,##0', 1_234_567.8, '1,234,568'],
    ['0.00', 3, '3.00'],
    ['0%', 0.256, '26%'],
    ['0.0 %', 25.6, '25.6 %'],
    ['0.0a', 12_345, '12.3K'],
    ['$#,##0.00', -1234.5, '−$1,234.50'],
    ['0 km', 42, '42 km'],
    ['0', -0.2, '0'],
  ])('in the format %j writes %d as %j', (format, value, written) => {
    expect(numberFormatter(format)(value)).toBe(written);
  });

  it.each(['', 'km', '0.0.0', '0 of 10', `0.${'0'.repeat(11)}`])('has no format %j', (format) => {
    expect(parseNumberFormat(format)).toBeUndefined();
  });
});
