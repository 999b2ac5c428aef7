import { describe, expect, it } from '@jest/globals';
import { type HeldSample, judgeSoak, type SoakEvidence } from './judge-soak.js';

const HELD: HeldSample = { pid: 7, descriptors: 60, sockets: 30, memoryBytes: 100e6 };

/** A soak of 100 samples in which one process holds what `at` says, from 0 at the start to 1 at the end. */
function soak(at: (share: number) => Partial<HeldSample>, rest: Partial<SoakEvidence> = {}): SoakEvidence {
  const samples = Array.from({ length: 100 }, (_, n) => ({
    atS: n,
    held: new Map([['gateway', { ...HELD, ...at(n / 99) }]]),
  }));
  return { samples, latenciesMs: { calm: [50, 100], disturbed: [60, 129] }, failures: [], ...rest };
}

describe('judgeSoak', () => {
  it('finds nothing where everything stays as it is once it is warm', () => {
    expect(judgeSoak(soak((share) => ({ descriptors: share < 0.1 ? 20 : 60, sockets: 30 })))).toEqual([]);
  });

  it.each<[string, (share: number) => Partial<HeldSample>, string]>([
    ['a process was replaced', (share) => ({ pid: share > 0.5 ? 8 : 7 }), 'gateway was started again 1 times'],
    [
      'descriptors grow',
      (share) => ({ descriptors: share < 0.5 ? 60 : 80 }),
      'gateway held 60 descriptors early and 80 late',
    ],
    ['sockets grow', (share) => ({ sockets: share < 0.5 ? 30 : 50 }), 'gateway held 30 sockets early and 50 late'],
    [
      'memory grows',
      (share) => ({ memoryBytes: share < 0.5 ? 1e8 : 2e8 }),
      'gateway held 100 MB early and 200 MB late',
    ],
  ])('says that %s', (_what, at, sentence) => {
    expect(judgeSoak(soak(at))).toEqual([sentence]);
  });

  it('says that a process was away', () => {
    const evidence = soak(() => ({}));
    const samples = evidence.samples.map((sample, n) => (n === 50 ? { ...sample, held: new Map() } : sample));
    expect(judgeSoak({ ...evidence, samples })).toEqual(['gateway was started again 2 times']);
  });

  it.each([
    ['slower beside the disturbance', { calm: [50, 100], disturbed: [60, 131] }, 1],
    ['as slow as a busy machine is', { calm: [2], disturbed: [25] }, 0],
    ['not measured', { calm: [50], disturbed: [] }, 1],
  ])('judges others who were %s', (_what, latenciesMs, count) => {
    expect(judgeSoak(soak(() => ({}), { latenciesMs }))).toHaveLength(count);
  });

  it('repeats what failed', () => {
    expect(judgeSoak(soak(() => ({}), { failures: ['getVideo: 500'] }))).toEqual(['getVideo: 500']);
  });
});
