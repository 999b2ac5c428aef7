import { describe, expect, it } from '@jest/globals';
import { repairEach } from './repair-pass.js';

describe('repairs', () => {
  it('count the cases that needed one', async () => {
    expect(await repairEach([1, 2, 3, 4], (n) => Promise.resolve(n % 2 === 0))).toBe(2);
  });

  it('continue after a failure and report it at the end', async () => {
    const seen: number[] = [];
    const repair = (n: number): Promise<boolean> => {
      seen.push(n);
      return n === 2 ? Promise.reject(new Error('two')) : Promise.resolve(true);
    };
    await expect(repairEach([1, 2, 3], repair)).rejects.toMatchObject({ errors: [{ message: 'two' }] });
    expect(seen).toEqual([1, 2, 3]);
  });

  it('stop after three failures', async () => {
    let tried = 0;
    const fail = (): Promise<boolean> => {
      tried += 1;
      return Promise.reject(new Error('no answer'));
    };
    await expect(repairEach([1, 2, 3, 4, 5], fail)).rejects.toThrow('3 of 5');
    expect(tried).toBe(3);
  });
});
