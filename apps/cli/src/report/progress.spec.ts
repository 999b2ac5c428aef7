import { describe, expect, it } from '@jest/globals';
import { inTime, Progress, progressLine, remainingS } from './progress.js';

function shown(isTTY: boolean, steps: readonly [ms: number, done: number][]): string {
  let nowMs = 0;
  let text = '';
  const progress = new Progress({ isTTY, columns: 100, write: (part) => (text += part) }, 'a.mp4', () => nowMs);
  for (const [ms, done] of steps) {
    nowMs = ms;
    progress.update(done, 200);
  }
  progress.end();
  return text;
}

describe('progress', () => {
  it('is a bar with the remaining time on a terminal, redrawn ten times a second, and gone at the end', () => {
    const text = shown(true, [
      ...([
        [0, 0],
        [1_000, 50],
        [1_050, 60],
        [4_000, 200],
      ] as [number, number][]),
    ]);
    const lines = text.split('\r\u001b[K');
    expect(lines).toHaveLength(5);
    expect(lines[2]).toContain(' 25 %  3 s left');
    expect(lines[3]).toContain('100 %');
    expect(lines[4]).toBe('');
  });

  it('is a line for each quarter elsewhere', () => {
    const steps = Array.from({ length: 201 }, (_, n): [number, number] => [n, n]);
    expect(shown(false, steps)).toBe('a.mp4 25 %\na.mp4 50 %\na.mp4 75 %\na.mp4 100 %\n');
  });

  it('states no time from too little', () => {
    expect(remainingS(0.01, 60_000)).toBeUndefined();
    expect(remainingS(0.5, 100)).toBeUndefined();
    expect(remainingS(0.25, 1_000)).toBe(3);
    expect([5, 200, 7_500].map(inTime)).toEqual(['5 s', '3 min 20 s', '2 h 5 min']);
    expect(progressLine('a', 1, undefined)).toMatch(/^a {2}━{30} 100 %$/);
  });
});
