import { describe, expect, it } from '@jest/globals';
import { canBecome, isTerminal, isVisible, ROW_STATUSES, settlementOf } from './video-status.js';

describe('a video’s status', () => {
  it('never changes again once it is terminal, but that it may be deleted', () => {
    for (const from of ROW_STATUSES.filter(isTerminal)) {
      for (const to of ROW_STATUSES)
        expect({ from, to, allowed: canBecome(from, to) }).toMatchObject({ allowed: to === 'DELETED' });
    }
  });

  it('reaches every terminal status from PROCESSING and from nowhere else', () => {
    for (const to of ['COMPLETED', 'FAILED', 'CANCELED'] as const) {
      expect(ROW_STATUSES.filter((from) => canBecome(from, to))).toEqual(['PROCESSING']);
    }
  });

  it('is PROCESSING only after a reservation', () => {
    expect(ROW_STATUSES.filter((from) => canBecome(from, 'PROCESSING'))).toEqual(['RESERVING']);
  });

  it('is hidden from callers until the credits are held, and once it is deleted', () => {
    expect(ROW_STATUSES.filter((status) => !isVisible(status))).toEqual(['RESERVING', 'RELEASING', 'DELETED']);
  });

  it('captures credits on COMPLETED only and releases them on every other end', () => {
    expect(
      Object.fromEntries(ROW_STATUSES.map((status) => [status, settlementOf({ status, fileSize: null })])),
    ).toEqual({
      RESERVING: 'keep',
      RELEASING: 'release',
      PROCESSING: 'keep',
      COMPLETED: 'capture',
      FAILED: 'release',
      CANCELED: 'release',
      DELETED: 'release',
    });
    expect(settlementOf({ status: 'DELETED', fileSize: 1 })).toBe('capture');
    expect(settlementOf(undefined)).toBe('release');
  });
});
