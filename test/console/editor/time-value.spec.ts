import { describe, expect, it } from '@jest/globals';
import type { Json } from '#libs/document';
import { inMode, modeOf, type TimeOptions } from '../../../apps/console/src/editor/form/controls/time-value.ts';

const range = { min: 0, max: 3_600, aboveMin: false, step: 0.1 };
const options: TimeOptions = {
  kind: 'time',
  range,
  words: ['auto'],
  references: [
    { name: 'after', offset: range },
    { name: 'with', offset: range },
    { name: 'until', offset: undefined },
  ],
};

describe('the modes of a time', () => {
  it.each<[Json | undefined, string]>([
    [undefined, 'seconds'],
    [2.5, 'seconds'],
    ['{{ seconds }}', 'seconds'],
    ['auto', 'auto'],
    [{ after: 'intro', offset: 1 }, 'after'],
    [{ until: 'intro' }, 'until'],
  ])('of %j is %s', (value, mode) => {
    expect(modeOf(value, options)).toBe(mode);
  });

  it.each<[Json | undefined, string, Json | undefined]>([
    [2, 'auto', 'auto'],
    [2, 'seconds', 2],
    ['auto', 'seconds', undefined],
    [2, 'after', { after: 'intro' }],
    [{ after: 'voice', offset: 1 }, 'with', { with: 'voice', offset: 1 }],
    [{ after: 'voice', offset: 1 }, 'until', { until: 'voice' }],
    [{ after: 'voice', offset: 1 }, 'after', { after: 'voice', offset: 1 }],
  ])('turn %j into %s', (value, mode, expected) => {
    expect(inMode({ value, mode, layers: ['intro', 'voice'], required: false }, options)).toEqual(expected);
  });

  it('leave seconds where there must be some', () => {
    const layers: readonly string[] = [];
    expect(inMode({ value: 'auto', mode: 'seconds', layers, required: true }, options)).toBe(5);
  });
});
