import { describe, expect, it } from '@jest/globals';
import type { Encoder, RenderSlots } from '#libs/contracts';
import { ANNOUNCEMENT_TTL_MS, RenderPools, roomOf, spread } from './render-pools.js';

const slots = (worker: string, encoder: Encoder, total: number, free: number): RenderSlots => ({
  worker,
  encoder,
  total,
  free,
});

describe('the steps of a video that is cut', () => {
  const announced = (...renderers: Partial<RenderSlots>[]): boolean => {
    const pools = new RenderPools();
    renderers.forEach((each, n) =>
      pools.announce({ worker: `w${n}`, encoder: 'software', total: 2, free: 1, ...each }, 1_000),
    );
    return pools.takeSteps(1_000);
  };

  it.each([
    ['are taken when every renderer takes them', [{ takes_steps: true }, { takes_steps: true }], true],
    ['are not taken beside a renderer of the version before', [{ takes_steps: true }, {}], false],
    ['are taken beside one of the version before that stops', [{ takes_steps: true }, { total: 0, free: 0 }], true],
    ['are not taken without renderers', [], false],
  ])('%s', (_name, renderers, are) => {
    expect(announced(...renderers)).toBe(are);
  });
});

describe('announced renderers', () => {
  it('are summed by encoder, each with its latest announcement', () => {
    const renderers = new RenderPools();
    renderers.announce(slots('a', 'software', 2, 2), 0);
    renderers.announce(slots('a', 'software', 2, 1), 10);
    renderers.announce(slots('b', 'software', 4, 0), 10);
    renderers.announce(slots('c', 'nvenc', 8, 8), 10);
    expect(renderers.pools(20)).toEqual({ software: { total: 6, free: 1 }, nvenc: { total: 8, free: 8 } });
  });

  it('are forgotten when they fall silent', () => {
    const renderers = new RenderPools();
    renderers.announce(slots('a', 'software', 2, 2), 0);
    expect(renderers.pools(ANNOUNCEMENT_TTL_MS)).toEqual({ software: { total: 2, free: 2 } });
    expect(renderers.pools(ANNOUNCEMENT_TTL_MS + 1)).toEqual({});
  });
});

describe('room for jobs', () => {
  it('is two before any renderer has announced itself', () => {
    expect([...roomOf({}, {})]).toEqual([['software', 2]]);
  });

  it('keeps one job ready for each slot', () => {
    expect([...roomOf({ software: { total: 8, free: 0 } }, { software: 3 })]).toEqual([['software', 5]]);
  });

  it('is never negative when renderers have left', () => {
    expect([...roomOf({ software: { total: 1, free: 0 } }, { software: 9 })]).toEqual([['software', 0]]);
  });

  it('goes only to encoders that a renderer announces', () => {
    expect([...roomOf({ nvenc: { total: 4, free: 4 } }, {})]).toEqual([['nvenc', 4]]);
  });
});

describe('jobs over encoders', () => {
  it('go where the most room is left and nowhere when there is none', () => {
    const room = new Map<Encoder, number>([
      ['software', 1],
      ['nvenc', 3],
    ]);
    expect(spread(room, 9)).toEqual(['nvenc', 'nvenc', 'nvenc', 'software']);
    expect(spread(room, 1)).toEqual(['nvenc']);
    expect(spread(new Map(), 3)).toEqual([]);
  });
});
