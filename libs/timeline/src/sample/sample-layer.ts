import {
  boundsOf,
  boundsOfRect,
  boxSize,
  IDENTITY,
  invert,
  type Matrix,
  matrixOf,
  moved,
  multiply,
  type Rect,
  type Size,
  turnAbout,
} from '#libs/document';
import {
  isHolder,
  kindOf,
  type Mask,
  plainSeconds,
  type Resolved,
  type ResolvedHolder,
  type ResolvedLayer,
} from '#libs/template';
import { motionOf } from '../animations/motion-of.js';
import type { Camera, Motion } from '../animations/motion.js';
import { enterPhase, exitPhase, loopPhase, type Phase } from '../animations/phases.js';
import { scheduleOf } from '../animations/schedule.js';
import type { AnimationContext } from '../animations/animation-context.js';
import { paintsNothing } from '../compile/is-empty.js';
import { frameFrom } from '../footage-frames.js';
import type { BoxClip, ClipShape } from '../geometry/clip-shape.js';
import { filtersOf } from './filters.js';
import { hashText } from '../animations/hash.js';
import { atRest, atTime, isBetweenKeyframes, scaleShare } from './keyframed-value.js';
import { contentOf } from './layer-content.js';
import type { SceneNode } from './scene.js';
import { piecesAt } from '../animations/split-text.js';

/** Least determinant: below it a layer is an invisible line, and its matrix cannot be inverted. */
const LEAST_AREA = 1e-9;

/** Standard deviation of a blur that makes a layer unrecognizable, as a fraction of the shorter side of its parent. */
const BLUR = 1 / 40;

/** The parent of a layer: a page or a group. */
export interface ParentContext {
  /** Seconds of the page. */
  startS: number;
  endS: number;
  /** The current frame of the page, and its time in seconds. */
  frame: number;
  timeS: number;
  fps: number;
  /** The elapsed part of the page and of the video, 0 … 1. */
  pageShare: number;
  videoShare: number;
  size: Size;
  /** The visible part of the parent, in its own pixels. */
  visible: Rect;
  /** Names of the layers that mask others. They are sampled even if they are hidden. */
  masks: ReadonlySet<string>;
}

/** A layer that is visible at this instant, placed in its parent. */
export interface PlacedLayer {
  name: string;
  /** The layer itself; `matrix` and `rest` map to pixels of the parent. */
  node: Omit<SceneNode, 'mask' | 'children'>;
  maskedBy?: Resolved<Mask>;
  /** Whether an animation, keyframes or the time are changing it at this instant. */
  isAnimated: boolean;
  /** Layers of a group, including those that only mask others. */
  children?: readonly PlacedLayer[];
}

/** Every layer of a stack that may be visible at this moment. */
export function sampleLayers(layers: readonly ResolvedLayer[], key: string, parent: ParentContext): PlacedLayer[] {
  return layers.flatMap((layer, index) => sampleLayer(layer, `${key}.layers[${index}]`, parent) ?? []);
}

function sampleLayer(layer: ResolvedLayer, key: string, parent: ParentContext): PlacedLayer | undefined {
  if (!layer.visible && !parent.masks.has(layer.name)) return undefined;
  const fromS = plainSeconds(layer.start);
  const startS = Math.max(parent.startS, fromS);
  const endS = Math.min(parent.endS, layer.duration === undefined ? Infinity : fromS + plainSeconds(layer.duration));
  // Must agree with `shownLayers`: files of layers outside of all frames are not fetched.
  if (parent.frame < frameFrom(startS, parent.fps) || parent.frame >= frameFrom(endS, parent.fps)) return undefined;
  const timeS = Math.max(0, parent.timeS - startS);
  return placeLayer(layer, key, { parent, startS, endS, timeS });
}

/** The time span of a layer in its parent. */
interface Life {
  parent: ParentContext;
  /** Seconds of the page. */
  startS: number;
  endS: number;
  /** Seconds since the layer's start. */
  timeS: number;
}

function placeLayer(layer: ResolvedLayer, key: string, life: Life): PlacedLayer | undefined {
  const { parent, timeS } = life;
  const lifeS = life.endS - life.startS;
  const now = atTime(layer, timeS, parent.size);
  const box = boxSize(now, parent.size);
  const settled = matrixOf(now, box, parent.size);
  const phases = phasesAt(layer, timeS, lifeS);
  const motion = motionOf(phases, contextOf(key, boundsOf(box, settled), parent));
  const opacity = Math.min(1, Math.max(0, now.opacity)) * motion.opacity;
  const camera = cameraOver(now, box, { settled, visible: parent.visible, camera: motion.camera });
  const matrix = moveLayer(settled, camera.matrix, { motion, box });
  if (opacity <= 0 || paintsNothing(now, box) || isFlat(matrix)) return undefined;
  const { pageShare, videoShare } = parent;
  const shown = contentOf(
    layer,
    now,
    { box, parent: parent.size },
    { timeS, pageShare, videoShare, counted: motion.counted },
  );
  if (!shown) return undefined;
  const children = isHolder(layer) ? sampleGroup(layer, key, { life, box, settled }) : undefined;
  const rest = layer.keyframes ? matrixOf(atRest(layer), box, parent.size) : settled;
  const filters = filtersOf(now, motion.blur, isFullBleed(layer, box, { rest, parent }) ? 'duplicate' : 'none');
  const clips: readonly ClipShape[] = [...motion.clips, ...camera.clips];
  const pieces = piecesAt(layer, timeS, lifeS, parent.size);
  const share = scaleShare(layer, timeS);
  const restBox = restBoxOf(layer, box, parent.size);
  const extras = {
    ...(layer.blendMode !== 'normal' && { blendMode: layer.blendMode }),
    ...(filters && { filters }),
    ...(clips.length > 0 && { clips }),
    ...(pieces && { pieces }),
    ...(motion.drawn < 1 && { drawn: motion.drawn }),
    ...(camera.picture && { picture: camera.picture }),
    ...(share !== undefined && { scaleShare: share }),
    ...(restBox && { restBox }),
  };
  return {
    name: layer.name,
    node: { ...shown, ...extras, key, box, opacity, timeS, matrix, rasterKey: rasterKeyOf(extras), rest },
    isAnimated: phases.length > 0 || pieces !== undefined || isTimed(layer, timeS),
    ...(layer.mask && { maskedBy: layer.mask }),
    ...(children && { children }),
  };
}

/** The size of a layer's box at its last keyframes; undefined where it is as large now. */
function restBoxOf(layer: ResolvedLayer, box: Size, parent: Size): Size | undefined {
  if (!layer.keyframes) return undefined;
  const rest = boxSize(atRest(layer), parent);
  return rest.width === box.width && rest.height === box.height ? undefined : rest;
}

/** Whether the time changes a layer without an animation: keyframes, or the content of its kind. */
function isTimed(layer: ResolvedLayer, timeS: number): boolean {
  return isBetweenKeyframes(layer, timeS) || kindOf(layer).isTimed?.(layer) === true;
}

function rasterKeyOf({ filters, pieces, drawn, picture }: Partial<SceneNode>): string {
  const isPlain = !filters && !pieces && drawn === undefined && !picture;
  return isPlain ? '' : JSON.stringify({ filters, pieces, drawn, picture });
}

function sampleGroup(
  group: ResolvedHolder,
  key: string,
  { life, box, settled }: { life: Life; box: Size; settled: Matrix },
): PlacedLayer[] {
  const { parent, startS, endS } = life;
  const inward = invert(settled);
  const own = { x: 0, y: 0, ...box };
  const visible = group.clip || !inward ? own : boundsOfRect(inward, parent.visible);
  return sampleLayers(group.layers, key, { ...parent, startS, endS, size: box, visible });
}

/** The phases of the animations of a whole layer. `piecesAt` returns those of split texts. */
function phasesAt(layer: ResolvedLayer, timeS: number, lifeS: number): Phase[] {
  const { enter, exit, loop } = scheduleOf(layer, lifeS);
  const phases = [
    enter && !enter.by && enterPhase(enter.animation, (timeS - enter.delayS) / enter.durationS),
    exit && !exit.by && exitPhase(exit.animation, 1 - (lifeS - timeS) / exit.durationS),
    loop && !loop.by && loopPhase(loop.animation, (timeS - loop.delayS) / loop.durationS),
  ];
  return phases.filter((phase) => phase !== undefined && phase !== false);
}

function contextOf(key: string, bounds: Rect, { size, visible }: ParentContext): AnimationContext {
  const blurPx = Math.min(size.width, size.height) * BLUR;
  return { bounds, parent: size, visible, blurPx, seed: hashText(key) };
}

/** The settled matrix with all motion; the settled matrix itself if there is none. */
function moveLayer(
  settled: Matrix,
  camera: Matrix | undefined,
  { motion, box }: { motion: Motion; box: Size },
): Matrix {
  const { dx, dy, scaleX, scaleY, rotation } = motion;
  const middle = { x: box.width / 2, y: box.height / 2 };
  const isTurned = scaleX !== 1 || scaleY !== 1 || rotation !== 0;
  const turned = isTurned ? multiply(settled, turnAbout(middle, { x: scaleX, y: scaleY }, rotation)) : settled;
  const watched = camera ? multiply(turned, camera) : turned;
  return dx === 0 && dy === 0 ? watched : moved(watched, dx, dy);
}

/** Matrices and clips of a camera over a layer, and of the edge of a group. */
interface CameraWork {
  /** Applied before the matrix of the layer. */
  matrix?: Matrix;
  picture?: Matrix;
  clips: readonly BoxClip[];
}

/**
 * The camera of a picture, which moves the picture and leaves its window in place. If the window covers everything
 * visible or has no border, it is cheaper to move the layer behind a clip, with the same result. Other pictures move
 * inside their border.
 */
function cameraOver(
  layer: ResolvedLayer,
  box: Size,
  { settled, visible, camera }: { settled: Matrix; visible: Rect; camera: Camera },
): CameraWork {
  const frame = { x: 0, y: 0, ...box };
  const isClipped = isHolder(layer) && layer.clip;
  if (camera.zoom === 1 && camera.x === 0 && camera.y === 0) {
    return { clips: isClipped ? [{ kind: 'box', ...frame, radius: 0 }] : [] };
  }
  const zoomed = turnAbout({ x: box.width / 2, y: box.height / 2 }, { x: camera.zoom, y: camera.zoom }, 0);
  const matrix = moved(zoomed, camera.x * box.width, camera.y * box.height);
  const isPicture = layer.type === 'image' || layer.type === 'video';
  if (!isPicture && !isClipped) return { matrix, clips: [] };
  if (layer.type === 'image' && hasFrame(layer)) return { picture: matrix, clips: [] };
  if (!isClipped && fills(boundsOf(box, settled), settled, visible)) return { matrix, clips: [] };
  const radius = isPicture ? layer.borderRadius / camera.zoom : 0;
  return { matrix, clips: [{ kind: 'box', ...boundsOfRect(invert(matrix) ?? IDENTITY, frame), radius }] };
}

function hasFrame(layer: ResolvedLayer<'image'>): boolean {
  return layer.borderWidth > 0 || layer.imageShadow !== 'none';
}

/**
 * Whether the layer is a picture that leaves nothing of its parent free at rest. Its blur must not let the parent shine
 * through at the edges.
 */
function isFullBleed(
  { type }: ResolvedLayer,
  box: Size,
  { rest, parent }: { rest: Matrix; parent: ParentContext },
): boolean {
  return (type === 'image' || type === 'video') && fills(boundsOf(box, rest), rest, parent.visible);
}

/** Whether an upright layer covers the whole visible area. */
function fills(bounds: Rect, [, b, c]: Matrix, visible: Rect): boolean {
  const isUpright = b === 0 && c === 0;
  const reachesX = bounds.x <= visible.x && bounds.x + bounds.width >= visible.x + visible.width;
  const reachesY = bounds.y <= visible.y && bounds.y + bounds.height >= visible.y + visible.height;
  return isUpright && reachesX && reachesY;
}

function isFlat([a, b, c, d]: Matrix): boolean {
  return Math.abs(a * d - b * c) < LEAST_AREA;
}
