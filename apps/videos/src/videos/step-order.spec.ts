import { describe, expect, it } from '@jest/globals';
import { heldUpSteps, nextSteps, type StepStanding } from './step-order.js';

const cut = (states: readonly StepStanding['state'][]) =>
  (['pictures', 'pictures', 'assets', 'sound', 'stitch'] as const).map((kind, index) => {
    return { index, kind, state: states[index]! };
  });

const numbersOf = (steps: readonly { index: number }[]) => steps.map(({ index }) => index);

describe('nextSteps', () => {
  it.each<[string, StepStanding['state'][], number[]]>([
    ['nothing before the files are stored', ['BLOCKED', 'BLOCKED', 'LEASED', 'BLOCKED', 'BLOCKED'], []],
    ['pictures and sound after them', ['BLOCKED', 'BLOCKED', 'DONE', 'BLOCKED', 'BLOCKED'], [0, 1, 3]],
    ['no stitching while a part is missing', ['DONE', 'LEASED', 'DONE', 'DONE', 'BLOCKED'], []],
    ['no stitching without the sound', ['DONE', 'DONE', 'DONE', 'WAITING', 'BLOCKED'], []],
    ['the stitching after everything else', ['DONE', 'DONE', 'DONE', 'DONE', 'BLOCKED'], [4]],
    ['nothing twice', ['DONE', 'DONE', 'DONE', 'DONE', 'LEASED'], []],
  ])('begins %s', (_name, states, expected) => {
    expect(numbersOf(nextSteps(cut(states)))).toEqual(expected);
  });

  it('begins pictures at once where there are no files', () => {
    const steps = cut(['BLOCKED', 'BLOCKED', 'DONE', 'BLOCKED', 'BLOCKED']).filter(({ kind }) => kind !== 'assets');
    expect(numbersOf(nextSteps(steps))).toEqual([0, 1, 3]);
  });
});

describe('heldUpSteps', () => {
  it.each<[string, StepStanding['state'][], number[]]>([
    [
      'what needs files that are gathered again, but not what a renderer has',
      ['WAITING', 'LEASED', 'WAITING', 'DISPATCHED', 'BLOCKED'],
      [0, 3],
    ],
    ['the stitching while a part is drawn again', ['DONE', 'WAITING', 'DONE', 'DONE', 'WAITING'], [4]],
    ['nothing that can begin', ['WAITING', 'DONE', 'DONE', 'DISPATCHED', 'BLOCKED'], []],
  ])('holds up %s', (_name, states, expected) => {
    expect(numbersOf(heldUpSteps(cut(states)))).toEqual(expected);
  });
});
