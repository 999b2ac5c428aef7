import { describe, expect, it } from '@jest/globals';
import { decideClaim, type ClaimSituation } from './claim-decision.js';

const waiting: ClaimSituation = {
  status: 'PROCESSING',
  state: 'DISPATCHED',
  attempts: 0,
  leaseAlive: false,
  isRepeated: false,
};

describe('a claim', () => {
  it.each<[string, Partial<ClaimSituation>, string]>([
    ['of dispatched work is granted', {}, 'grant'],
    ['of work that went back to the queue is granted', { state: 'WAITING', attempts: 1 }, 'grant'],
    ['of work another renderer holds is refused', { state: 'LEASED', attempts: 1, leaseAlive: true }, 'leased'],
    [
      'that its holder repeats gets the same grant again',
      { state: 'LEASED', attempts: 3, leaseAlive: true, isRepeated: true },
      'repeat',
    ],
    ['that was repeated after its holder gave up is a new one', { state: 'WAITING', isRepeated: true }, 'grant'],
    ['that is repeated after the video has ended is refused', { status: 'CANCELED', isRepeated: true }, 'terminal'],
    ['of work whose renderer is dead is granted', { state: 'LEASED', attempts: 1 }, 'grant'],
    ['after two attempts is granted', { attempts: 2 }, 'grant'],
    ['after three attempts ends the video', { attempts: 3 }, 'exhausted'],
    ['after three attempts does not disturb the third', { state: 'LEASED', attempts: 3, leaseAlive: true }, 'leased'],
    ['of a finished segment is refused', { state: 'DONE' }, 'terminal'],
    ['of a dropped segment is refused', { state: 'DROPPED' }, 'terminal'],
    ['of a completed video is refused', { status: 'COMPLETED', state: 'DONE' }, 'terminal'],
    ['of a failed video is refused', { status: 'FAILED', attempts: 3 }, 'terminal'],
    ['of a canceled video is refused', { status: 'CANCELED' }, 'terminal'],
    ['of a video not yet paid for is refused', { status: 'RESERVING' }, 'unknown'],
    ['of a reservation being given up is refused', { status: 'RELEASING' }, 'unknown'],
  ])('%s', (_name, situation, decision) => {
    expect(decideClaim({ ...waiting, ...situation })).toBe(decision);
  });
});
