import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { ANIMATION_TYPES, DIRECTIONS } from '#libs/template';
import { pieceMotion } from './piece-motion.js';
import type { PieceMotion, Pieces } from './pieces.js';
import { sample } from '../sample/sample.js';
import { BOX, nodesAt, pageOf, type Json } from '../testing/documents.js';

const LETTERS = 10;

function text(more: Json): Json {
  return { ...BOX, type: 'text', text: 'ten letter', ...more };
}

function piecesAt(more: Json, frame: number): Pieces | undefined {
  return nodesAt([text(more)], frame)[0]?.pieces;
}

/** The motion of each of ten letters in a row; at rest where nothing moves. */
function motions(pieces: Pieces | undefined, count = LETTERS): (PieceMotion | undefined)[] {
  const place = (index: number) => ({ index, count, box: { x: index * 10, y: 0, width: 10, height: 20 } });
  const whole = { index: 0, count: 1, box: { x: 0, y: 0, width: 100, height: 20 } };
  return Array.from({ length: count }, (_, index) => {
    return pieces && pieceMotion(pieces, { letter: place(index), word: whole, line: whole });
  });
}

function opacities(more: Json, frame: number): number[] {
  return motions(piecesAt(more, frame)).map((motion) => Math.round((motion?.opacity ?? 1) * 100) / 100);
}

function isAtRest(motion: PieceMotion | undefined): boolean {
  if (!motion) return true;
  const { matrix, opacity, blur, clips } = motion;
  return JSON.stringify(matrix) === '[1,0,0,1,0,0]' && opacity === 1 && blur === 0 && clips.length === 0;
}

describe('a split text', () => {
  const enter = { type: 'fade', split: 'letter', duration: 0.5, stagger: 0.1, easing: 'linear' };

  it('enters letter by letter, each in its own time', () => {
    expect(opacities({ enter }, 0)).toEqual([0, 0, 0, 0, 0, 0, 0, 0, 0, 0]);
    expect(opacities({ enter }, 10)).toEqual([1, 0.8, 0.6, 0.4, 0.2, 0, 0, 0, 0, 0]);
    expect(opacities({ enter }, 28)).toEqual([1, 1, 1, 1, 1, 1, 1, 1, 1, 1]);
  });

  it('leaves so that the last letter is gone when the layer is', () => {
    const exit = enter;
    expect(opacities({ exit }, 52)).toEqual([1, 1, 1, 1, 1, 1, 1, 1, 1, 1]);
    expect(opacities({ exit }, 70)).toEqual([0, 0, 0, 0, 0, 0.2, 0.4, 0.6, 0.8, 1].map((v) => expect.closeTo(v, 6)));
    expect(opacities({ exit }, 79).at(-1)).toBeCloseTo(0.1, 6);
  });

  it('shortens staggers to its duration', () => {
    const crowded = { enter: { ...enter, stagger: 9 }, exit: { ...enter, stagger: 9 } };
    const [first, middle, last] = [0, 40, 79].map((frame) => opacities(crowded, frame));
    expect(first!.every((opacity) => opacity === 0)).toBe(true);
    expect(middle!.every((opacity) => opacity === 1)).toBe(true);
    expect(last!.slice(0, -1).every((opacity) => opacity === 0)).toBe(true);
  });

  it('moves letters within words within lines', () => {
    const both = { enter, loop_animation: { type: 'pulse', split: 'word', duration: 1 } };
    const pieces = piecesAt(both, 10)!;
    expect(pieces.by).toBe('letter');
    const [first] = motions(pieces);
    expect(first!.matrix[0]).toBeCloseTo(1.08, 9);
    expect(() =>
      pieceMotion(pieces, { letter: { index: 0, count: 1, box: { x: 0, y: 0, width: 1, height: 1 } } }),
    ).toThrow(RangeError);
  });

  it.each<[text: string, more: Json, frames: number]>([
    ['ten letter', {}, 26],
    ['ten \n\t letter', {}, 26],
    ['\u{1F468}\u200D\u{1F469}\u200D\u{1F467}ab', {}, 14],
    ['aßc', { text_transform: 'uppercase' }, 16],
    ['ten letter', { enter: { type: 'typewriter', stagger: 0.1 } }, 18],
    ['ten letter', { enter: { type: 'typewriter', duration: 1 } }, 20],
  ])('has pieces until its last letter rests: %j %j', (written, more, frames) => {
    const isCut = Array.from(
      { length: 80 },
      (_, frame) => piecesAt({ text: written, enter, ...more }, frame) !== undefined,
    );
    expect(isCut).toEqual(isCut.map((_, frame) => frame < frames));
  });

  it('has no pieces when none can be moving', () => {
    expect(piecesAt({ enter: { ...enter, stagger: 0 } }, 40)).toBeUndefined();
    expect(nodesAt([{ ...BOX, enter }], 5)[0]!.pieces).toBeUndefined();
  });
});

describe('a typewriter', () => {
  it.each<[role: string, frame: number, letters: number]>([
    ['enter', 0, 0],
    ['enter', 2, 1],
    ['enter', 10, 5],
    ['enter', 20, 10],
    ['exit', 60, 10],
    ['exit', 70, 5],
    ['exit', 78, 1],
  ])('has written as many letters in its %s at frame %d: %d', (role, frame, letters) => {
    const shown = opacities({ [role]: { type: 'typewriter', duration: 1 } }, frame);
    expect(shown).toEqual(Array.from({ length: LETTERS }, (_, index) => (index < letters ? 1 : 0)));
  });

  it('takes its stagger for each letter', () => {
    expect(opacities({ enter: { type: 'typewriter', stagger: 0.2 } }, 20).filter(Boolean)).toHaveLength(5);
  });
});

describe('every animation of every piece', () => {
  const option = fc.record({
    type: fc.constantFrom(...ANIMATION_TYPES),
    direction: fc.constantFrom(...DIRECTIONS),
    split: fc.constantFrom('line', 'word', 'letter'),
    duration: fc.constantFrom(0.1, 1, 9),
    stagger: fc.constantFrom(0, 0.05, 3),
    delay: fc.constantFrom(0, 0.3),
    easing: fc.constantFrom('linear', 'spring', 'out-elastic', 'in-back'),
  });

  it('ends at rest and gives numbers that can be drawn', () => {
    fc.assert(
      fc.property(option, option, fc.integer({ min: 1, max: 40 }), (enter, exit, count) => {
        const timeline = pageOf([text({ enter, exit })]);
        for (let frame = 0; frame < timeline.frameCount; frame += 3) {
          const pieces = sample(timeline, frame).pages[0]!.nodes[0]?.pieces;
          for (const motion of motions(pieces, count)) {
            if (!motion) continue;
            const { matrix, opacity, blur } = motion;
            const isDrawable = [...matrix, blur].every(Number.isFinite) && blur >= 0 && opacity >= 0 && opacity <= 1;
            if (!isDrawable) throw new Error(JSON.stringify(motion));
          }
        }
      }),
      { numRuns: 100 },
    );
  });

  it('rests between entrance and exit', () => {
    fc.assert(
      fc.property(option, (enter) => {
        fc.pre(enter.delay + enter.duration + enter.stagger * LETTERS < 3.5);
        const timeline = pageOf([text({ enter })]);
        const node = sample(timeline, timeline.frameCount - 1).pages[0]!.nodes[0]!;
        expect(motions(node.pieces).every(isAtRest)).toBe(true);
      }),
      { numRuns: 100 },
    );
  });
});
