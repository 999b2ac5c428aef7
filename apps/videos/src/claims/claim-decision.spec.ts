import { describe, expect, it } from '@jest/globals';
import { decideClaim, type ClaimSituation } from './claim-decision.js';

const waiting: ClaimSituation = {
  status: 'PROCESSING',
  state: 'DISPATCHED',
  losses: 0,
  leaseAlive: false,
  isReady: true,
  isHeldBack: false,
  isRepeated: false,
};

describe('a claim', () => {
  it.each<[string, Partial<ClaimSituation>, string]>([
    ['of dispatched work is granted', {}, 'grant'],
    ['of work that went back to the queue is granted', { state: 'WAITING', losses: 1 }, 'grant'],
    ['of an organization that is held back returns to the queue', { isHeldBack: true }, 'hold back'],
    [
      'that its holder repeats is not held back',
      { state: 'LEASED', leaseAlive: true, isRepeated: true, isHeldBack: true },
      'repeat',
    ],
    ['of work another renderer holds is refused', { state: 'LEASED', leaseAlive: true }, 'leased'],
    [
      'that its holder repeats gets the same grant again',
      { state: 'LEASED', losses: 9, leaseAlive: true, isRepeated: true },
      'repeat',
    ],
    ['that was repeated after its holder gave up is a new one', { state: 'WAITING', isRepeated: true }, 'grant'],
    ['that is repeated after the video has ended is refused', { status: 'CANCELED', isRepeated: true }, 'terminal'],
    ['of work whose renderer is dead takes it over', { state: 'LEASED' }, 'take over'],
    ['of work whose ninth renderer is dead takes it over', { state: 'LEASED', losses: 8 }, 'take over'],
    ['of work whose tenth renderer is dead ends the video', { state: 'LEASED', losses: 9 }, 'exhausted'],
    ['does not disturb the tenth renderer', { state: 'LEASED', losses: 9, leaseAlive: true }, 'leased'],
    ['of work that waits for other steps is refused', { state: 'BLOCKED' }, 'leased'],
    ['of work whose files are gathered again is refused', { state: 'LEASED', isReady: false }, 'leased'],
    ['of a finished step is refused', { state: 'DONE' }, 'terminal'],
    ['of a dropped step is refused', { state: 'DROPPED' }, 'terminal'],
    ['of a completed video is refused', { status: 'COMPLETED', state: 'DONE' }, 'terminal'],
    ['of a failed video is refused', { status: 'FAILED' }, 'terminal'],
    ['of a canceled video is refused', { status: 'CANCELED' }, 'terminal'],
    ['of a video not yet paid for is refused', { status: 'RESERVING' }, 'unknown'],
    ['of a reservation being given up is refused', { status: 'RELEASING' }, 'unknown'],
  ])('%s', (_name, situation, decision) => {
    expect(decideClaim({ ...waiting, ...situation })).toBe(decision);
  });
});
