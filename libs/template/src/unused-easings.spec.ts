import { expect, it } from '@jest/globals';
import type { TemplateDocument } from './document.js';
import { unusedEasings } from './unused-easings.js';

function easingsOf(tracks: object): string[] {
  const layer = { type: 'shape', name: 'a', keyframes: tracks };
  const layers = [
    { type: 'text', name: 'b', text: 'x' },
    { type: 'group', name: 'g', layers: [layer] },
  ];
  const pages = [{ number: 1, duration: 2, layers }] as TemplateDocument['pages'];
  return unusedEasings({ name: 'x', width: 640, height: 360, pages }).map(({ field, code }) => {
    expect(code).toBe('EASING_UNUSED');
    return field.replace('pages[0].layers[1].layers[0].keyframes.', '');
  });
}

it('an easing of the last keyframe, which nothing follows, is reported', () => {
  const first = { time: 0, value: 0, easing: 'linear' };
  expect(
    easingsOf({ x: [first, { time: 1, value: 5, easing: 'ease-in' }], y: [first, { time: 1, value: 5 }] }),
  ).toEqual(['x[1].easing']);
});

it('the last keyframe is the latest one, wherever it stands in the list', () => {
  const late = { time: 3, value: 5, easing: 'ease-in' };
  expect(easingsOf({ opacity: [late, { time: 0, value: 0 }, { time: 1, value: 1, easing: 'linear' }] })).toEqual([
    'opacity[0].easing',
  ]);
  expect(easingsOf({ rotation: [{ time: 1, value: 0, easing: 'linear' }] })).toEqual(['rotation[0].easing']);
});

it('of keyframes at one time, the later in the list is last', () => {
  const frames = [
    { time: 1, value: 0, easing: 'linear' },
    { time: 1, value: 1 },
  ];
  expect(easingsOf({ x: frames })).toEqual([]);
});
