import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { balanceChangeOf, entriesOf, SETTLEMENTS, TRANSFER_KINDS } from './transfer-rules.js';

const amounts = fc.integer({ min: 1, max: 1_000_000_000 });

describe('transfer rules', () => {
  it('moves credits between two accounts and creates none', () => {
    fc.assert(
      fc.property(fc.constantFrom(...TRANSFER_KINDS), amounts, (kind, amount) => {
        const [from, to] = entriesOf(kind, amount);
        expect(from.account).not.toBe(to.account);
        expect(from.amount).toBe(-amount);
        expect(to.amount).toBe(amount);
      }),
    );
  });

  it.each([
    ['grant', { available: 7, held: 0 }],
    ['hold', { available: -7, held: 7 }],
    ['capture', { available: 0, held: -7 }],
    ['release', { available: 7, held: -7 }],
  ] as const)('a %s of 7 changes the balance by %j', (kind, change) => {
    expect(balanceChangeOf(kind, 7)).toEqual(change);
  });

  it('leaves nothing held after either settlement', () => {
    for (const kind of Object.values(SETTLEMENTS)) {
      expect(balanceChangeOf('hold', 5).held + balanceChangeOf(kind, 5).held).toBe(0);
    }
  });
});
