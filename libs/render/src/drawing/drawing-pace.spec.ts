import { describe, expect, it } from '@jest/globals';
import { hasRoom, needsThread, type Pace } from './drawing-pace.js';

/** Pace of a slot with two cores whose encoder waits for frames of 40 ms and leaves most of its core free. */
const SLOW: Pace = { frames: 25, elapsedMs: 1_100, waitedMs: 1_000, cpuMs: 1_400, idleMs: 800 };

describe('another thread', () => {
  it.each<[string, Partial<Pace>, { cores?: number; remaining?: number }, boolean]>([
    ['is needed while the encoder waits and a core is free', {}, {}, true],
    ['is not when the encoder takes longer than the drawing', { waitedMs: 500 }, {}, false],
    ['is not when both cores are busy', { cpuMs: 1_900 }, {}, false],
    ['is when a third core is free', { cpuMs: 1_900 }, { cores: 3 }, true],
    ['is not when others use the free core', { idleMs: 300 }, {}, false],
    ['is not when the slot has one core', { cpuMs: 1_100 }, { cores: 1 }, false],
    ['is not when the video is over soon', {}, { remaining: 70 }, false],
    ['is not when frames take no time', { frames: 20_000 }, {}, false],
    ['is not where the system does not measure CPU time', { cpuMs: NaN }, {}, false],
  ])('%s', (_name, change, { cores = 2, remaining = 300 }, isNeeded) => {
    expect(needsThread({ ...SLOW, ...change }, cores, remaining)).toBe(isNeeded);
  });

  it.each([
    { width: 1920, height: 1080, heldBytes: 500e6, limitBytes: 2_147e6, isRoom: true },
    { width: 1920, height: 1080, heldBytes: 1_400e6, limitBytes: 2_147e6, isRoom: false },
    { width: 1920, height: 1080, heldBytes: 500e6, limitBytes: 650e6, isRoom: false },
    { width: 3840, height: 2160, heldBytes: 1_400e6, limitBytes: 2_147e6, isRoom: false },
    { width: 3840, height: 2160, heldBytes: 1_400e6, limitBytes: 4_000e6, isRoom: true },
  ])(
    'at $width × $height in a slot that holds $heldBytes of $limitBytes bytes: $isRoom',
    ({ heldBytes, limitBytes, isRoom, ...size }) => {
      expect(hasRoom(size, heldBytes, limitBytes)).toBe(isRoom);
    },
  );
});
