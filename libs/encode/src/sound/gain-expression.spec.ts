import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { gainExpression, type GainPoint } from './gain-expression.js';

const CONDITION = /^if\(lt\(t,([\d.]+)\),/;
const LINE = /^([\d.]+)(?:\+\((-?[\d.]+)\)\*\(t-([\d.]+)\))?$/;

/** Value of an expression at a time; fails for anything but conditions and lines. */
function at(expression: string, t: number): number {
  const condition = CONDITION.exec(expression);
  if (condition) {
    const [yes, no] = halves(expression.slice(condition[0].length, -1));
    return at(t < Number(condition[1]) ? yes : no, t);
  }
  const [, gain, slope = 0, start = 0] = LINE.exec(expression)!;
  return Number(gain) + Number(slope) * (t - Number(start));
}

/** The texts before and after the first comma that is in no brackets. */
function halves(text: string): [string, string] {
  let depth = 0;
  for (const [index, letter] of text.split('').entries()) {
    depth += letter === '(' ? 1 : letter === ')' ? -1 : 0;
    if (letter === ',' && depth === 0) return [text.slice(0, index), text.slice(index + 1)];
  }
  throw new Error(`no comma in ${text}`);
}

function everyFrame(gains: readonly number[]): GainPoint[] {
  return gains.map((gain, frame) => ({ timeS: frame / 24, gain }));
}

describe('gainExpression', () => {
  it('takes two lines to go up and stay', () => {
    const points = everyFrame([0, 0.25, 0.5, 0.75, 1, 1, 1, 1]);
    expect(gainExpression(points, 10)).toBe(
      'if(lt(t,0.2917),if(lt(t,0.1667),0.0000+(6.00000000)*(t-0.0000),1.0000),1.0000)',
    );
  });

  it('comes within 0.03 dB of every frame, from numbers and nothing else', () => {
    fc.assert(
      fc.property(fc.array(fc.double({ min: 0, max: 2, noNaN: true }), { minLength: 2, maxLength: 200 }), (gains) => {
        const points = everyFrame(gains);
        const expression = gainExpression(points, 1_000);
        for (const { timeS, gain } of points) expect(Math.abs(at(expression, timeS + 1e-4) - gain)).toBeLessThan(0.02);
      }),
      { numRuns: 50 },
    );
  });

  it('takes no more lines than it may, and keeps the ends', () => {
    const points = everyFrame(Array.from({ length: 2_400 }, (_, frame) => Math.abs(Math.sin(frame))));
    const expression = gainExpression(points, 20);
    expect(expression.split('lt(').length).toBeLessThanOrEqual(20);
    expect(at(expression, 0)).toBeCloseTo(0, 3);
    expect(at(expression, 1_000)).toBeCloseTo(points.at(-1)!.gain, 3);
  });
});
