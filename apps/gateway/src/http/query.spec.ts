import { describe, expect, it } from '@jest/globals';
import { IsBoolean, IsInt, IsNumber, IsOptional, IsString } from 'class-validator';
import { FaultList, type Shape } from '#libs/template';
import { growth } from '#libs/testing';
import { readQuery } from './query.js';

class Sample {
  @IsInt()
  limit?: number = 20;

  @IsOptional()
  @IsBoolean()
  enabled?: boolean;

  @IsOptional()
  @IsNumber()
  t?: number;

  @IsOptional()
  @IsString()
  status?: string;
}

const readAll = (query: URLSearchParams, shape?: Shape) => {
  const faults = new FaultList(Object.fromEntries(query));
  const values = readQuery(query, shape, faults);
  return { values, faults: faults.report() };
};
const read = (query: string) => readAll(new URLSearchParams(query), Sample);

describe('readQuery', () => {
  it('converts by the declared type', () => {
    expect(read('limit=-5&enabled=true&status=a%20b')).toEqual({
      values: { limit: -5, enabled: true, status: 'a b' },
      faults: [],
    });
  });

  it.each([
    ['limit=1.0', 'INVALID_FORMAT', '1.0'],
    ['limit=0x1', 'INVALID_FORMAT', '0x1'],
    ['limit=', 'INVALID_FORMAT', ''],
    ['limit=%201', 'INVALID_FORMAT', ' 1'],
    ['limit=99999999999999999999', 'VALUE_TOO_LARGE', '99999999999999999999'],
    ['limit=-99999999999999999999', 'VALUE_TOO_SMALL', '-99999999999999999999'],
    ['enabled=TRUE', 'INVALID_FORMAT', 'TRUE'],
    ['enabled=1', 'INVALID_FORMAT', '1'],
    ['page=2', 'INVALID_VALUE', '2'],
    ['__proto__=2', 'INVALID_VALUE', '2'],
    ['limit=1&limit=1', 'INVALID_VALUE', ['1', '1']],
  ])('refuses %s as %s', (query, code, value) => {
    expect(read(query).faults).toEqual([expect.objectContaining({ code, value })]);
  });

  it.each([
    ['t=1.5', 1.5],
    ['t=1e-9', 1e-9],
    ['t=2.5E%2B1', 25],
    ['t=-0', -0],
  ])('reads %s', (query, t) => {
    expect(read(query)).toEqual({ values: { t }, faults: [] });
  });

  it.each([
    ['t=1e', 't must be a number'],
    ['t=e5', 't must be a number'],
    ['t=1e999', 't is too large'],
    ['t=1e9999', 't must be a number'],
    ['limit=1e1', 'limit must be a whole number in digits, without a fraction or an exponent'],
    ['limit=x', 'limit must be a whole number'],
    ['limt=1', 'limt is not a known parameter; did you mean "limit"?'],
  ])('says what is wrong with %s', (query, message) => {
    expect(read(query).faults.map((fault) => fault.message)).toEqual([message]);
  });

  it('reports every fault in the order sent', () => {
    expect(read('b=1&limit=x&a=1').faults.map(({ field }) => field)).toEqual(['b', 'limit', 'a']);
  });

  it('takes a time that grows no faster than the query', () => {
    const query = (size: number) => new URLSearchParams(Array.from({ length: size }, (_, n) => [`p${n}`, '']));
    const queries = new Map([2_500, 10_000].map((size) => [size, query(size)]));
    expect(growth((size) => readAll(queries.get(size)!, Sample), 2_500)).toBeLessThan(3);
  });

  it('knows no parameter where none is declared', () => {
    expect(readAll(new URLSearchParams('limit=1')).faults).toHaveLength(1);
  });
});
