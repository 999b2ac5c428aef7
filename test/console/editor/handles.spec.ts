import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { type Box, boundsOfBox, cornersOf, lengthLike, type Point, unionOf } from '#libs/document';
import { HANDLES, resized, rotationTowards } from '../../../apps/console/src/editor/canvas/handles.ts';

const box: Box = { x: 100, y: 50, width: 200, height: 100, anchorX: 0, anchorY: 0, rotation: 0, scale: 1 };
const free = { keepsRatio: false, fromCenter: false };

const boxes = fc.record({
  x: fc.integer({ min: -500, max: 500 }),
  y: fc.integer({ min: -500, max: 500 }),
  width: fc.integer({ min: 20, max: 800 }),
  height: fc.integer({ min: 20, max: 800 }),
  anchorX: fc.constantFrom(0, 0.25, 0.5, 1),
  anchorY: fc.constantFrom(0, 0.5, 1),
  rotation: fc.integer({ min: -180, max: 180 }),
  scale: fc.constantFrom(0.5, 1, 2),
});
const drags = fc.record({ x: fc.integer({ min: -300, max: 300 }), y: fc.integer({ min: -300, max: 300 }) });

/** The corners that stay where they are while the handle is dragged, by their index in `cornersOf`. */
const STILL = { nw: [2], n: [2, 3], ne: [3], e: [0, 3], se: [0], s: [0, 1], sw: [1], w: [1, 2] } as const;

function expectNear(actual: Point, expected: Point): void {
  expect(actual.x).toBeCloseTo(expected.x, 5);
  expect(actual.y).toBeCloseTo(expected.y, 5);
}

describe('the box of a layer', () => {
  it('turns and grows about its anchor', () => {
    const bounds = boundsOfBox({ ...box, anchorX: 0.5, anchorY: 0.5, rotation: 90, scale: 2 });
    expectNear(bounds, { x: 100, y: -100 });
    expectNear({ x: bounds.width, y: bounds.height }, { x: 200, y: 400 });
  });

  it.each(HANDLES)('keeps its opposite side in place while %s is dragged, turned and scaled as it may be', (handle) => {
    fc.assert(
      fc.property(boxes, drags, fc.boolean(), (before, drag, keepsRatio) => {
        if (keepsRatio && handle.length === 1) return; // the other direction grows from the corner that stays
        const after = resized(before, handle, drag, { keepsRatio, fromCenter: false });
        for (const index of STILL[handle]) expectNear(cornersOf(after)[index], cornersOf(before)[index]);
        expect(Math.min(after.width, after.height)).toBeGreaterThanOrEqual(1);
        if (keepsRatio) expect(after.width / after.height).toBeCloseTo(before.width / before.height, 1);
      }),
    );
  });

  it('follows the pointer with the corner that is dragged', () => {
    const after = resized({ ...box, rotation: 30 }, 'se', { x: 40, y: 25 }, free);
    const corner = cornersOf({ ...box, rotation: 30 })[2];
    expectNear(cornersOf(after)[2], { x: corner.x + 40, y: corner.y + 25 });
  });

  it('grows to both sides about its center on request', () => {
    const after = resized(box, 'e', { x: 10, y: 0 }, { keepsRatio: false, fromCenter: true });
    expect(after).toMatchObject({ x: 90, width: 220, y: 50, height: 100 });
  });

  it('turns towards the pointer, in steps of 15° on request', () => {
    const centered = { ...box, anchorX: 0.5, anchorY: 0.5 };
    expect(rotationTowards(centered, { x: 400, y: 100 }, false)).toBeCloseTo(90, 5);
    expect(rotationTowards(centered, { x: 200, y: 300 }, false)).toBeCloseTo(-180, 5);
    expect(rotationTowards(centered, { x: 205, y: 0 }, true)).toBe(0);
  });

  it('keeps the unit of its lengths', () => {
    expect(lengthLike('50%', 30, 120)).toBe('25%');
    expect(lengthLike(12, 30.456789, 120)).toBe(30.46);
    expect(lengthLike(undefined, -0.001, 120)).toBe(0);
  });

  it('is united with others', () => {
    expect(
      unionOf([
        { x: 0, y: 10, width: 5, height: 5 },
        { x: 20, y: 0, width: 5, height: 5 },
      ]),
    ).toEqual({
      x: 0,
      y: 0,
      width: 25,
      height: 15,
    });
  });
});
