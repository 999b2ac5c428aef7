import { describe, expect, it } from '@jest/globals';
import { weaknessOf } from './password-weakness.js';

const NAMES = ['ada.lovelace@example.com', 'Ada Lovelace'];

describe('a new password', () => {
  it.each([
    ['aaaaaaaaaaaa', 'too few different'],
    ['abababababab', 'too few different'],
    ['hunter2hunter2', 'repeats'],
    ['123456789012', 'follow each other'],
    ['Qwertyuiopas', 'follow each other'],
    ['zyxwvutsrqpo', 'follow each other'],
    ['Password1234', 'commonest'],
    ['Administrator2026!', 'commonest'],
    ['welcome-to-1999', 'commonest'],
    ['ada.lovelace1815', 'your name'],
    ['Lovelace!Lovelace?1', 'your name'],
  ])('%s is refused with a reason', (password, reason) => {
    expect(weaknessOf(password, NAMES)).toContain(reason);
  });

  it.each([
    'correct horse battery',
    'staple horse battery',
    'Passwords bore the cat',
    'lovelace likes long trains',
    '9f$Kq2!vTz0w',
    'пароль от старого дома',
    '一二三四五六七八九十百千',
  ])('%s is accepted', (password) => expect(weaknessOf(password, NAMES)).toBeUndefined());

  it('is judged in linear time, however long it and the names are', () => {
    const started = process.cpuUsage();
    weaknessOf('ab'.repeat(127), ['a'.repeat(254), 'pass'.repeat(50)]);
    weaknessOf('x1'.repeat(127).slice(1), NAMES);
    expect(process.cpuUsage(started).user).toBeLessThan(50_000);
  });
});
