import { LAYER_FACTS } from '#libs/document';
import { sample } from './sample.js';
import type { Scene, SceneNode, ScenePage } from './scene.js';
import type { Timeline } from '../compile/timeline.js';

/** Frames `[fromFrame, toFrame)` of the video. */
interface FrameRange {
  readonly fromFrame: number;
  readonly toFrame: number;
}

/** Frames with equal pictures. */
export type StillRun = FrameRange;

/**
 * Runs of two or more equal frames within a part of the video, ascending. Footage and Lottie animations are never still. Costs a
 * sample for each frame of the part.
 *
 * @param part default: all frames
 */
export function stillRunsOf(
  timeline: Timeline,
  part: FrameRange = { fromFrame: 0, toFrame: timeline.frameCount },
): StillRun[] {
  const stillRuns: StillRun[] = [];
  let { fromFrame } = part;
  let scene = sample(timeline, fromFrame);
  for (let frame = fromFrame + 1; frame <= part.toFrame; frame++) {
    const next = frame < part.toFrame ? sample(timeline, frame) : null;
    if (next && isSamePicture(scene, next)) continue;
    if (frame - fromFrame > 1) stillRuns.push({ fromFrame, toFrame: frame });
    if (next) scene = next;
    fromFrame = frame;
  }
  return stillRuns;
}

/** Whether the picture of a frame, from 1, equals the one before it. Costs two samples. */
export function isHeld(timeline: Timeline, frame: number): boolean {
  return isSamePicture(sample(timeline, frame - 1), sample(timeline, frame));
}

/** The first frame with the same picture as `frame`. */
export function firstAlike(stillRuns: readonly StillRun[], frame: number): number {
  const run = stillRuns.find(({ fromFrame, toFrame }) => frame >= fromFrame && frame < toFrame);
  return run?.fromFrame ?? frame;
}

/** Whether two scenes show the same picture. */
export function isSamePicture(a: Scene, b: Scene): boolean {
  return isSame(a.transition, b.transition) && isSameList(a.pages, b.pages, isSamePage);
}

function isSamePage(a: ScenePage, b: ScenePage): boolean {
  return a.key === b.key && isSameList(a.nodes, b.nodes, isSameNode);
}

/** Whether a node looks the same in two scenes. */
export function isSameNode(a: SceneNode, b: SceneNode): boolean {
  return (
    a.key === b.key &&
    !LAYER_FACTS[a.layer.type].plays &&
    a.content === b.content &&
    a.rasterKey === b.rasterKey &&
    a.opacity === b.opacity &&
    a.blendMode === b.blendMode &&
    a.isAnimated === b.isAnimated &&
    a.matrix.every((value, index) => value === b.matrix[index]) &&
    isSame(a.clips, b.clips) &&
    a.mask?.mode === b.mask?.mode &&
    isSameList(nodesIn(a), nodesIn(b), isSameNode)
  );
}

/** The nodes inside a node. */
function nodesIn({ children, mask }: SceneNode): readonly SceneNode[] {
  return [...(children ?? []), ...(mask ? [mask.node] : [])];
}

function isSameList<Item>(a: readonly Item[], b: readonly Item[], isSameItem: (a: Item, b: Item) => boolean): boolean {
  return a.length === b.length && a.every((item, index) => isSameItem(item, b[index]!));
}

/** Compares plain data whose fields are in one order. */
function isSame(a: unknown, b: unknown): boolean {
  return a === b || JSON.stringify(a) === JSON.stringify(b);
}
