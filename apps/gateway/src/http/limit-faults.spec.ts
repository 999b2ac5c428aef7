import { expect, it } from '@jest/globals';
import type { Fault } from '#libs/template';
import { limitFaults } from './limit-faults.js';

const fault = (field: string, message = `${field} is wrong`): Fault => ({
  field,
  code: 'INVALID_VALUE',
  message,
  value: null,
});
const faults = (count: number, prefix: string) =>
  Array.from({ length: count }, (_, index) => fault(`${prefix}${index}`));

it('keeps a hundred faults as they are', () => {
  expect(limitFaults(faults(100, 'a'))).toEqual(faults(100, 'a'));
});

it('counts what is over a hundred, and what a part has counted already', () => {
  const sent = [...faults(60, 'query'), ...faults(100, 'body'), fault('body', '7 more faults')];
  const shown = limitFaults(sent);
  expect(shown).toHaveLength(101);
  expect(shown.at(-1)).toEqual(fault('body', '67 more faults'));
});
