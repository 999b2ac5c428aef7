import { describe, expect, it } from '@jest/globals';
import {
  ANIMATION_TYPES,
  Animation,
  DIRECTIONS,
  type AnimationType,
  type Direction,
  type ResolvedAnimation,
  resolveShape,
} from '#libs/template';
import { sample } from '../sample/sample.js';
import type { SceneNode } from '../sample/scene.js';
import { BOX, FRAME, pageOf, type Json } from '../testing/documents.js';
import { motionOf, STILL } from './motion-of.js';
import type { Motion } from './motion.js';
import { enterPhase, exitPhase, loopPhase, type Phase } from './phases.js';
import type { AnimationContext } from './animation-context.js';

const CONTEXT: AnimationContext = {
  bounds: { x: 100, y: 50, width: 40, height: 20 },
  parent: FRAME,
  visible: { x: 0, y: 0, ...FRAME },
  blurPx: 5,
  seed: 7,
};
const WAYS: readonly (Direction | undefined)[] = [undefined, ...DIRECTIONS];
/**
 * Animations without an instant at which nothing is seen: a camera stays within the picture, and numbers are seen at 0
 * too.
 */
const NEVER_GONE: readonly AnimationType[] = ['ken_burns', 'count'];

function animation(
  type: AnimationType,
  direction: Direction | undefined,
  more: Partial<Animation> = {},
): ResolvedAnimation {
  return resolveShape(Animation, { type, ...(direction && { direction }), ...more });
}

function motion(phase: Phase | undefined): Motion {
  return phase ? motionOf([phase], CONTEXT) : STILL;
}

function isGone({ opacity, scaleX, scaleY, clips, drawn, dx, dy }: Motion): boolean {
  const { bounds, visible } = CONTEXT;
  const [x, y] = [bounds.x + dx, bounds.y + dy];
  const isOutside =
    x >= visible.x + visible.width - 1e-9 ||
    x + bounds.width <= 1e-9 ||
    y >= visible.height - 1e-9 ||
    y + bounds.height <= 1e-9;
  const isFlat = Math.abs(scaleX * scaleY) < 1e-9;
  return isOutside || isFlat || opacity === 0 || drawn === 0 || clips.some(({ shown }) => shown === 0);
}

describe.each(ANIMATION_TYPES)('%s', (type) => {
  it.each(WAYS)('leading %s enters from an invisible place, and exits to one', (direction) => {
    for (const distance of [undefined, 30, '20%']) {
      const moving = animation(type, direction, distance === undefined ? {} : { distance });
      const first = motion(enterPhase(moving, 0));
      const last = motion(exitPhase(moving, 1));
      if (NEVER_GONE.includes(type)) expect([first.opacity, last.opacity]).toEqual([1, 1]);
      else expect([isGone(first), isGone(last)]).toEqual([true, true]);
    }
  });

  it.each(WAYS)('leading %s ends exactly at rest, and starts exactly at rest', (direction) => {
    const moving = animation(type, direction, { easing: 'linear' });
    expect(enterPhase(moving, 1)).toBeUndefined();
    expect(exitPhase(moving, 0)).toBeUndefined();
    expectNear(motion(enterPhase(moving, 1 - 1e-7)), STILL);
    expectNear(motion(exitPhase(moving, 1e-7)), STILL);
  });

  it.each(WAYS)('leading %s as a loop returns to rest with every round', (direction) => {
    for (const easing of [undefined, 'linear', 'in-out-cubic', 'spring']) {
      const moving = animation(type, direction, easing === undefined ? {} : { easing });
      // A camera goes one way in the first round and back in the second, and `out` and the sides begin nearer by.
      if (type === 'ken_burns') {
        expectNear(motion(loopPhase(moving, 2)), motion(loopPhase(moving, 0)));
        expectNear(motion(loopPhase(moving, 2 - 1e-9)), motion(loopPhase(moving, 0)));
      } else {
        for (const rounds of [-1, 0, 1, 2, 7]) expectSame(motion(loopPhase(moving, rounds)), STILL);
        expectNear(motion(loopPhase(moving, 1 - 1e-9)), STILL);
      }
    }
  });

  it('has an effect in between, as enter animation, exit and loop', () => {
    const moving = animation(type, undefined);
    for (const phase of [enterPhase(moving, 0.4), exitPhase(moving, 0.6), loopPhase(moving, 0.3)]) {
      expect(motion(phase)).not.toEqual(STILL);
    }
  });

  it('gives numbers that can be drawn, however far its easing overshoots', () => {
    for (const easing of ['in-out-back', 'out-elastic', 'spring', 'cubic-bezier(0.2, -3, 0.8, 4)']) {
      for (let step = -2; step <= 22; step += 1) {
        for (const direction of WAYS) {
          const moving = animation(type, direction, { easing });
          const phases = [enterPhase(moving, step / 20), exitPhase(moving, step / 20), loopPhase(moving, step / 5)];
          for (const phase of phases) expectDrawable(motion(phase));
        }
      }
    }
  });
});

function expectDrawable({ clips, camera, ...numbers }: Motion): void {
  const { zoom, x, y } = camera;
  const all = [...Object.values(numbers), zoom, x, y, ...clips.map(({ shown }) => shown)];
  const isFinite = all.every((value) => Number.isFinite(value));
  const units = [numbers.opacity, numbers.drawn, numbers.counted, ...clips.map(({ shown }) => shown)];
  const isWithin = units.every((value) => value >= 0 && value <= 1) && numbers.blur >= 0;
  // The camera never looks beyond the picture.
  const isCovered = Math.max(Math.abs(x), Math.abs(y)) <= (zoom - 1) / 2 + 1e-12;
  if (!isFinite || !isWithin || !isCovered) throw new Error(JSON.stringify({ ...numbers, clips, camera }));
}

/** The motion without what has no effect: full turns, and wipes that show everything. */
function settled({ clips, rotation, ...rest }: Motion): Omit<Motion, 'clips'> & { shown: number } {
  const turned = ((((rotation + 180) % 360) + 360) % 360) - 180;
  return { ...rest, rotation: turned, shown: Math.min(1, ...clips.map(({ shown }) => shown)) };
}

function expectSame(now: Motion, then: Motion): void {
  expect(JSON.stringify(settled(now))).toBe(JSON.stringify(settled(then)));
}

function expectNear(now: Motion, then: Motion): void {
  const numbers = (each: Motion): number[] => {
    const { camera, ...others } = settled(each);
    return [...Object.values(others), camera.zoom, camera.x, camera.y];
  };
  const expected = numbers(then);
  numbers(now).forEach((value, index) => expect(value).toBeCloseTo(expected[index]!, 3));
}

describe('motion is continuous', () => {
  /** A layer's node at every frame of a page of 1 s. */
  function life(layer: Json, fps: number): (SceneNode | undefined)[] {
    const timeline = pageOf([layer], { fps, duration: 1 });
    return Array.from({ length: timeline.frameCount }, (_, frame) => sample(timeline, frame).pages[0]!.nodes[0]);
  }

  /** The largest change of any number of a node between two frames, as a share of the frame's size. */
  function largestStep(layer: Json, fps: number): number {
    const numbers = life(layer, fps).map(numbersOf);
    return Math.max(...numbers.slice(1).map((now, index) => distance(now, numbers[index])));
  }

  /** The corners of a node, its opacity, blur and shown part; undefined where it cannot be seen. */
  function numbersOf(node: SceneNode | undefined): number[] | undefined {
    if (!node) return undefined;
    const [a, b, c, d, e, f] = node.matrix;
    const { width, height } = node.box;
    const corners = [e, f, e + a * width, f + b * width, e + c * height, f + d * height].map((px) => px / FRAME.width);
    const clip = node.clips?.find((each) => each.kind !== 'box');
    return [...corners, node.opacity, clip?.shown ?? 1, node.drawn ?? 1, (node.filters?.blur ?? 0) / 10];
  }

  function distance(now: number[] | undefined, before: number[] | undefined): number {
    if (!now || !before) return 0;
    return Math.max(...now.map((value, i) => Math.abs(value - before[i]!)));
  }

  it.each(ANIMATION_TYPES)('as %s enters, exits and loops: finer steps are smaller steps', (type) => {
    for (const role of ['enter', 'exit', 'loop_animation']) {
      for (const direction of ['left', 'down', 'out', 'counterclockwise']) {
        const layer = { ...BOX, stroke_width: 2, [role]: { type, duration: 0.5, easing: 'linear', direction } };
        const [coarse, fine] = [largestStep(layer, 40), largestStep(layer, 160)];
        expect(fine).toBeLessThanOrEqual(Math.max(0.4 * coarse, 1e-6));
      }
    }
  });
});
