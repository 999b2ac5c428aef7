import { describe, expect, it } from '@jest/globals';
import { endTrimmed, enterChanged, exitChanged, shifted, startTrimmed } from './layer-times.js';
import { layerTimes } from '../times.js';

const open = { name: 'a', type: 'text', start: 1 };
const timed = {
  name: 'b',
  type: 'text',
  start: 1,
  duration: 2,
  enter: { type: 'fade' },
  exit: { type: 'fade', duration: 1 },
};

describe('the bar of a layer', () => {
  it('lasts until the end of the page unless the layer has a duration', () => {
    expect(layerTimes(open, 5)).toMatchObject({ from: 1, to: 5, open: true, enterS: 0, exitS: 0 });
    expect(layerTimes(timed, 5)).toMatchObject({ from: 1, to: 3, open: false, enterS: 0.5, exitS: 1 });
    expect(layerTimes({ ...timed, duration: 60 }, 5).to).toBe(5);
  });

  it('has animations that shrink in proportion where they do not fit', () => {
    const hurried = { ...timed, enter: { type: 'fade', delay: 1, duration: 1 }, exit: { type: 'fade', duration: 2 } };
    expect(layerTimes(hurried, 5)).toMatchObject({ from: 1, to: 3, enterS: 1, exitS: 1 });
  });

  it('moves within its page', () => {
    expect(shifted(timed, 1.004, 5)).toEqual({ ...timed, start: 2 });
    expect(shifted(timed, 99, 5)).toEqual({ ...timed, start: 3 });
    expect(shifted(timed, -99, 5)).toEqual({ ...timed, start: 0 });
    expect(shifted(open, 99, 5)).toEqual({ ...open, start: 4.9 });
  });

  it('keeps its end while its start is dragged', () => {
    expect(startTrimmed(timed, 0.5, 5)).toEqual({ ...timed, start: 1.5, duration: 1.5 });
    expect(startTrimmed(timed, 99, 5)).toEqual({ ...timed, start: 2.9, duration: 0.1 });
    expect(startTrimmed(open, 1, 5)).toEqual({ ...open, start: 2 });
  });

  it('has no duration of its own when its end is dragged to the end of the page', () => {
    expect(endTrimmed(open, -2, 5)).toEqual({ ...open, duration: 2 });
    expect(endTrimmed(timed, 99, 5)).not.toHaveProperty('duration');
    expect(endTrimmed(timed, -99, 5)).toEqual({ ...timed, duration: 0.1 });
  });

  it('has an entrance and an exit as long as they are dragged, and none at nothing', () => {
    expect(enterChanged(open, 0.8, 5)).toEqual({ ...open, enter: { type: 'fade', duration: 0.8 } });
    expect(enterChanged(timed, 9, 5)).toMatchObject({ enter: { type: 'fade', duration: 1 } });
    expect(exitChanged(timed, 9, 5)).toMatchObject({ exit: { type: 'fade', duration: 1.5 } });
    expect(exitChanged(timed, 0.01, 5)).not.toHaveProperty('exit');
    const delayed = { ...open, enter: { type: 'slide', delay: 1, duration: 1, direction: 'up' } };
    expect(enterChanged(delayed, 3, 5)).toEqual({ ...delayed, enter: { ...delayed.enter, duration: 2 } });
    expect(enterChanged(delayed, 1, 5)).not.toHaveProperty('enter');
  });
});
