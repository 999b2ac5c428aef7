import { describe, expect, it } from '@jest/globals';
import { readFileSync } from 'node:fs';
import { errnoOf } from './errno-of.js';
import { messageOf } from './message-of.js';

describe('a value that was thrown', () => {
  it('gives the code and the message of an error of the operating system', () => {
    expect.assertions(2);
    try {
      readFileSync('/no such file');
    } catch (error) {
      expect(errnoOf(error)).toBe('ENOENT');
      expect(messageOf(error)).toMatch(/^ENOENT: no such file/);
    }
  });

  it.each([
    [undefined, 'undefined'],
    ['text', 'text'],
    [new Error('of no system'), 'of no system'],
    [{ code: 20, message: 'a number is no code' }, 'a number is no code'],
  ])('has no code where it is %p', (thrown, message) => {
    expect(errnoOf(thrown)).toBeUndefined();
    expect(messageOf(thrown)).toBe(message);
  });
});
