import type { AnimationType } from '#libs/template';
import { easingOf } from './easing.js';
import { hashText, noise } from './hash.js';
import { headingOf, leadsAcross, opposite, type Heading } from './headings.js';
import type { Motion } from './motion.js';
import type { EnterExitPhase } from './phases.js';
import { along, farAway, type Offset, type AnimationContext } from './animation-context.js';
import { wipeClip } from './wipe-clip.js';

/** An animation type as enter and exit animation: a pure function of presence. At 1 it has no effect. */
type EnterExit = (phase: EnterExitPhase, context: AnimationContext) => Partial<Motion>;

/** Scale of a layer that comes from the side of the viewer, or goes there. */
const NEAR_SCALE = 2;
const QUARTER_TURN = 90;
const FULL_TURN = 360;
const CAMERA_ZOOM = 0.15;
const PULSE = 0.15;
const FLOAT_DISTANCE = '5%';
const SHAKE_DISTANCE = '3%';
/** Number of oscillations of a shake over its duration. */
const JOLTS = 8;
/** Seeds of independent noise. */
const SIDEWAYS = hashText('sideways');
const UPWARDS = hashText('upwards');

const outBack = easingOf('out-back');
const outElastic = easingOf('out-elastic');
const outBounce = easingOf('out-bounce');

const fade: EnterExit = ({ presence }) => ({ opacity: unit(presence) });

/**
 * Moves along `direction`: an enter animation `up` comes from below, an exit `up` leaves at the top. With a distance,
 * the layer also fades.
 */
const slide: EnterExit = (phase, context) => ({
  ...farAway(sideOf(phase, headingOf(phase.animation.direction, 'up')), phase.animation, context, 1 - phase.presence),
  opacity: phase.animation.distance === undefined ? 1 : unit(phase.presence),
});

/** `in` approaches, `out` recedes. Without a direction, a layer grows from nothing and shrinks to nothing. */
const zoom: EnterExit = ({ animation, presence, side }) => {
  const isNatural = (animation.direction === 'out') === (side === 'exit') || !isDepth(animation.direction);
  if (isNatural) return scaled(Math.max(0, presence));
  return { ...scaled(Math.max(0, 1 + (NEAR_SCALE - 1) * (1 - presence))), opacity: unit(presence) };
};

/** Grows past its size and settles. */
const pop: EnterExit = ({ presence }) => ({
  ...scaled(Math.max(0, beyond(outBack, presence))),
  opacity: soon(presence),
});

const rotate: EnterExit = (phase) => ({
  rotation: turnTo(phase) * QUARTER_TURN * (1 - phase.presence),
  opacity: unit(phase.presence),
});

/** Turns around the vertical axis, or with `up` and `down` around the horizontal one, without perspective. */
const flip: EnterExit = ({ animation, presence }) => {
  const scale = Math.cos(((1 - presence) * Math.PI) / 2);
  return headingOf(animation.direction, 'right').y === 0 ? { scaleX: scale } : { scaleY: scale };
};

const wipe: EnterExit = ({ animation, presence, side }) => {
  const shown = unit(presence);
  return shown === 1 ? {} : { clips: [wipeClip(animation.direction, shown, side)] };
};

const blur: EnterExit = ({ presence }, { blurPx }) => ({
  blur: blurPx * (1 - unit(presence)),
  opacity: unit(presence),
});

/** Springs up around its center, or with a direction moves along it. */
const bounce: EnterExit = (phase, context) => {
  const { animation, presence } = phase;
  if (!leadsAcross(animation.direction)) {
    return { ...scaled(Math.max(0, beyond(outElastic, presence))), opacity: soon(presence) };
  }
  const heading = sideOf(phase, headingOf(animation.direction, 'up'));
  return { ...farAway(heading, animation, context, 1 - beyond(outElastic, presence)), opacity: fades(phase) };
};

/** Falls into place and bounces. Exits with an accelerated fall. */
const drop: EnterExit = (phase, context) => {
  const { animation, presence, side } = phase;
  const heading = sideOf(phase, headingOf(animation.direction, 'down'));
  const away = side === 'enter' ? 1 - beyond(outBounce, presence) : (1 - presence) ** 2;
  return { ...farAway(heading, animation, context, away), opacity: fades(phase) };
};

const draw: EnterExit = ({ presence }) => ({ drawn: unit(presence) });

const count: EnterExit = ({ presence }) => ({ counted: unit(presence) });

/** A camera that comes to rest or starts to move. It never leaves the picture, so it zooms in while it is away. */
const kenBurns: EnterExit = (phase) => {
  const away = 1 - unit(phase.presence);
  const pans = leadsAcross(phase.animation.direction);
  const { x, y } = sideOf(phase, headingOf(phase.animation.direction, 'up'));
  const shift = pans ? (CAMERA_ZOOM * away) / 2 : 0;
  return { camera: { zoom: 1 + CAMERA_ZOOM * away, x: x * shift + 0, y: y * shift + 0 } };
};

const pulse: EnterExit = ({ presence }) => ({
  ...scaled(1 + PULSE * Math.sin(Math.PI * unit(presence))),
  opacity: unit(presence),
});

const float: EnterExit = (phase, context) => {
  const heading = sideOf(phase, headingOf(phase.animation.direction, 'up'));
  const distance = phase.animation.distance ?? FLOAT_DISTANCE;
  return { ...along(heading, distance, context, 1 - phase.presence), opacity: unit(phase.presence) };
};

/** Shakes while it enters or exits. */
const shake: EnterExit = ({ animation, presence }, context) => {
  const away = 1 - unit(presence);
  return {
    ...tremble(animation.direction, animation.distance ?? SHAKE_DISTANCE, context, away),
    opacity: soon(presence),
  };
};

function tremble(
  direction: EnterExitPhase['animation']['direction'],
  distance: string | number,
  context: AnimationContext,
  away: number,
): Offset {
  const only = leadsAcross(direction) ? headingOf(direction, 'up') : undefined;
  const sideways = only?.x === 0 ? 0 : noise(JOLTS * away, context.seed ^ SIDEWAYS) * away;
  const upwards = only?.y === 0 ? 0 : noise(JOLTS * away, context.seed ^ UPWARDS) * away;
  const { dx } = along({ x: 1, y: 0 }, distance, context, sideways);
  const { dy } = along({ x: 0, y: 1 }, distance, context, upwards);
  return { dx, dy };
}

const spin: EnterExit = (phase) => ({
  rotation: turnTo(phase) * FULL_TURN * (1 - phase.presence),
  opacity: unit(phase.presence),
});

/**
 * Every animation as enter and exit animation. The letters of a typewriter appear one by one, which `pieceMotion`
 * computes.
 */
export const ENTER_EXIT: Readonly<Record<AnimationType, EnterExit>> = {
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

/** An enter animation starts behind the settled place, an exit ends ahead of it. */
function sideOf({ side }: EnterExitPhase, heading: Heading): Heading {
  return side === 'exit' ? heading : opposite(heading);
}

function turnTo({ animation, side }: EnterExitPhase): 1 | -1 {
  return (animation.direction === 'counterclockwise') === (side === 'exit') ? -1 : 1;
}

function isDepth(direction: EnterExitPhase['animation']['direction']): boolean {
  return direction === 'in' || direction === 'out';
}

function scaled(scale: number): Pick<Motion, 'scaleX' | 'scaleY'> {
  return { scaleX: scale, scaleY: scale };
}

function unit(value: number): number {
  return Math.min(1, Math.max(0, value));
}

/** Opaque after a third of the time, for animations whose motion matters. */
function soon(presence: number): number {
  return unit(3 * presence);
}

/** The opacity of a layer. With a distance it starts inside the frame, so it fades. */
function fades({ animation, presence }: EnterExitPhase): number {
  return animation.distance === undefined ? 1 : soon(presence);
}

/** A curve of presences up to 1. A presence above 1 is returned unchanged. */
function beyond(curve: (progress: number) => number, presence: number): number {
  return presence > 1 ? presence : curve(presence);
}
