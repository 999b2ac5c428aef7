import { describe, expect, it } from '@jest/globals';
import { isAtLeast } from './nats-server.js';

describe('the age of a version', () => {
  it.each([
    ['2.9.10', true],
    ['2.9.9', false],
    ['2.10.0-beta.3', true],
    ['2.15', true],
    ['3.0.0', true],
    ['1.99.99', false],
  ])('%s is at least 2.9.10: %s', (version, expected) => expect(isAtLeast(version, [2, 9, 10])).toBe(expected));
});
