import { describe, expect, it } from '@jest/globals';
import {
  gradientFrom,
  gradientOf,
  gradientText,
  withAngle,
  withForm,
  withNewStop,
  withoutStop,
  withStop,
} from '../../../apps/console/src/editor/model/gradient.ts';

const read = (text: string) => gradientOf(text)!;

describe('a gradient in the form', () => {
  it.each([
    ['linear-gradient(90deg, #000 0%, #fff 100%)', 90],
    ['linear-gradient(to right, #000 0%, rgba(0, 0, 0, 0.5) 40%, white 100%)', 90],
    ['radial-gradient(circle at left top, #000 0%, #fff 100%)', null],
    ['conic-gradient(from 45deg, #000 0%, #fff 100%)', 45],
    ['conic-gradient(from 45deg at left, #000 0%, #fff 100%)', null],
  ])('is written as it was read: %s', (text, angle) => {
    expect(gradientText(read(text))).toBe(text);
    expect(read(text).angle).toBe(angle);
  });

  it('has stops without a place evenly between the others', () => {
    expect(read('linear-gradient(red, lime, blue, black 90%)').stops.map(({ at }) => at)).toEqual([0, 30, 60, 90]);
    expect(read('linear-gradient(red, lime)')).toMatchObject({ form: 'linear', angle: 180, head: '' });
  });

  it.each(['#fff', 'linear-gradient(red)', 'linear-gradient(red 10px, blue)', 'linear-gradient(red 0% 20%, blue)'])(
    'leaves alone what it could not write as it was: %s',
    (text) => expect(gradientOf(text)).toBeUndefined(),
  );

  it('keeps its colors in another form and direction', () => {
    const linear = read('linear-gradient(90deg, #000 0%, #fff 100%)');
    expect(gradientText(withForm(linear, 'radial'))).toBe('radial-gradient(#000 0%, #fff 100%)');
    expect(gradientText(withForm(linear, 'conic'))).toBe('conic-gradient(from 90deg, #000 0%, #fff 100%)');
    expect(gradientText(withAngle(linear, 45))).toBe('linear-gradient(45deg, #000 0%, #fff 100%)');
  });

  it('keeps the order of its colors while one is dragged', () => {
    const three = read('linear-gradient(90deg, red 0%, lime 50%, blue 80%)');
    expect(withStop(three, 1, { at: 95 }).stops[1]).toEqual({ color: 'lime', at: 80 });
    expect(withStop(three, 1, { at: -5 }).stops[1]).toEqual({ color: 'lime', at: 0 });
    expect(withStop(three, 2, { at: 130 }).stops[2]).toEqual({ color: 'blue', at: 100 });
    expect(withStop(three, 0, { color: '#123456' }).stops[0]).toEqual({ color: '#123456', at: 0 });
  });

  it('gains a color in its widest gap and keeps two', () => {
    const two = read('linear-gradient(90deg, red 0%, blue 60%)');
    const three = withNewStop(two);
    expect(three.stops).toEqual([
      { color: 'red', at: 0 },
      { color: 'red', at: 30 },
      { color: 'blue', at: 60 },
    ]);
    expect(withoutStop(three, 1)).toEqual(two);
    expect(withoutStop(two, 0)).toBe(two);
  });

  it('begins with the color that was there', () => {
    expect(gradientText(gradientFrom('#123456'))).toBe('linear-gradient(180deg, #123456 0%, #ffffff 100%)');
    expect(gradientFrom('#ffffff').stops[1]!.color).not.toBe('#ffffff');
  });
});
