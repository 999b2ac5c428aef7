import type { Length } from '#libs/document';
import type { AnimationType } from '#libs/template';
import { easingOf } from './easing.js';
import { hashText, noise } from './hash.js';
import { headingOf, leadsAcross } from './headings.js';
import type { Camera, Motion } from './motion.js';
import type { LoopPhase } from './phases.js';
import { along, type AnimationContext } from './animation-context.js';
import { wipeClip } from './wipe-clip.js';

/** An animation type as loop: a pure function of the phase. At the ends of a round it has no effect. */
type Loop = (phase: LoopPhase, context: AnimationContext) => Partial<Motion>;

const BREATH = 0.2;
const POP = 0.15;
const PULSE = 0.08;
/** Degrees to either side. */
const ROCKING = 15;
const FULL_TURN = 360;
const CAMERA_ZOOM = 0.15;
/** Number of oscillations in one round of shaking. */
const JOLTS = 8;
/** Rotation of a shake in degrees. */
const SHAKE_TURN = 0.8;
const DISTANCES = { slide: '10%', bounce: '5%', drop: '5%', float: '2%', shake: '1%' } satisfies Partial<
  Record<AnimationType, Length>
>;
/** Seeds of independent noise. */
const [SIDEWAYS, UPWARDS, ROUND] = [hashText('sideways'), hashText('upwards'), hashText('round')];

const outBack = easingOf('out-back');
const linear = easingOf('linear');

const fade: Loop = ({ away }) => ({ opacity: 1 - unit(away) });

const slide: Loop = ({ animation, away }, context) =>
  along(headingOf(animation.direction, 'up'), animation.distance ?? DISTANCES.slide, context, away);

const zoom: Loop = ({ animation, away }) => scaled(1 + (animation.direction === 'out' ? -BREATH : BREATH) * away);

const pop: Loop = ({ away }) => scaled(1 + POP * outBack(unit(away)));

/** Rocks to both sides. */
const rotate: Loop = (phase) => ({ rotation: turnTo(phase) * ROCKING * phase.swing });

/** A full turn around the vertical or horizontal axis. The mirrored back is visible half of the time. */
const flip: Loop = ({ animation, turn }) => {
  const scale = Math.cos(2 * Math.PI * turn);
  return headingOf(animation.direction, 'right').y === 0 ? { scaleX: scale } : { scaleY: scale };
};

const wipe: Loop = ({ animation, away, rounds }) => {
  const shown = 1 - unit(away);
  const side = rounds - Math.floor(rounds) < 0.5 ? 'exit' : 'loop';
  return shown === 1 ? {} : { clips: [wipeClip(animation.direction, shown, side)] };
};

const blur: Loop = ({ away }, { blurPx }) => ({ blur: blurPx * unit(away) });

/** Hops like a ball. */
const bounce: Loop = ({ animation, turn }, context) =>
  along(headingOf(animation.direction, 'up'), animation.distance ?? DISTANCES.bounce, context, 4 * turn * (1 - turn));

const drop: Loop = ({ animation, away }, context) =>
  along(headingOf(animation.direction, 'down'), animation.distance ?? DISTANCES.drop, context, away);

const draw: Loop = ({ away }) => ({ drawn: 1 - unit(away) });

const count: Loop = ({ away }) => ({ counted: 1 - unit(away) });

/** Moves forward in the first round and back in the second. */
const kenBurns: Loop = ({ animation, rounds }) => {
  const pair = rounds % 2;
  const ease = animation.easing === undefined ? linear : easingOf(animation.easing);
  const way = unit(ease(pair <= 1 ? pair : 2 - pair));
  return { camera: cameraAt(animation.direction, way) };
};

function cameraAt(direction: LoopPhase['animation']['direction'], way: number): Camera {
  if (!leadsAcross(direction)) {
    return { zoom: 1 + CAMERA_ZOOM * (direction === 'out' ? 1 - way : way), x: 0, y: 0 };
  }
  const { x, y } = headingOf(direction, 'left');
  const shift = CAMERA_ZOOM * (way - 0.5);
  return { zoom: 1 + CAMERA_ZOOM, x: x * shift + 0, y: y * shift + 0 };
}

const pulse: Loop = ({ away }) => scaled(1 + PULSE * away);

const float: Loop = ({ animation, swing }, context) =>
  along(headingOf(animation.direction, 'up'), animation.distance ?? DISTANCES.float, context, swing);

const shake: Loop = ({ animation: { direction, distance = DISTANCES.shake }, rounds }, context) => {
  const only = leadsAcross(direction) ? headingOf(direction, 'up') : undefined;
  const jolt = (chance: number): number => noise(JOLTS * rounds, context.seed ^ chance);
  const { dx } = along({ x: 1, y: 0 }, distance, context, only?.x === 0 ? 0 : jolt(SIDEWAYS));
  const { dy } = along({ x: 0, y: 1 }, distance, context, only?.y === 0 ? 0 : jolt(UPWARDS));
  return { dx, dy, rotation: only ? 0 : SHAKE_TURN * jolt(ROUND) };
};

const spin: Loop = (phase) => ({ rotation: turnTo(phase) * FULL_TURN * phase.turn });

/**
 * Every animation as loop. The letters of a typewriter appear and disappear one by one, which `pieceMotion` computes.
 */
export const LOOPS: Readonly<Record<AnimationType, Loop>> = {
  fade,
  slide,
  zoom,
  pop,
  rotate,
  flip,
  wipe,
  blur,
  bounce,
  drop,
  typewriter: fade,
  draw,
  count,
  ken_burns: kenBurns,
  pulse,
  float,
  shake,
  spin,
};

function turnTo({ animation }: LoopPhase): 1 | -1 {
  return animation.direction === 'counterclockwise' ? -1 : 1;
}

function scaled(scale: number): Pick<Motion, 'scaleX' | 'scaleY'> {
  return { scaleX: scale, scaleY: scale };
}

function unit(value: number): number {
  return Math.min(1, Math.max(0, value));
}
