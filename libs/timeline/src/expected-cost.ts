import { boundsOfRect } from '#libs/document';
import type { Timeline } from './compile/timeline.js';
import { sample } from './sample/sample.js';
import type { Scene, SceneNode } from './sample/scene.js';
import { isSameNode, isSamePicture } from './sample/still-runs.js';

/**
 * CPU nanoseconds of a renderer, for drawing and encoding together: of a video; of a frame that is repeated, and of a pixel of
 * another one; of a pixel that changes, by what changes it; and of a picture that is decoded. `npm run bench -- costs --videos`
 * measures them.
 */
export const RENDER_COSTS = {
  video: 350_000_000,
  held: 230_000,
  pixel: 6.6,
  flat: 3.5,
  picture: 5.7,
  footage: 13.5,
  decoded: 7_000_000,
} as const;

/** A path of {@link RENDER_COSTS}. */
export type RenderPath = keyof typeof RENDER_COSTS;

/** Amounts in the units of {@link RENDER_COSTS}. */
export type RenderWork = Record<RenderPath, number>;

const PATHS = Object.keys(RENDER_COSTS) as RenderPath[];
const NOTHING: RenderWork = { video: 0, held: 0, pixel: 0, flat: 0, picture: 0, footage: 0, decoded: 0 };

/** Frames that are looked at, at most: a batch has thousands of videos. */
const MOST_FRAMES = 6;
const MOST_MS = 2 ** 31 - 1;

/** Estimates what rendering a video costs before any video of its template was rendered: CPU ms, whole, at most 2³¹ − 1. */
export function expectedCostMs(timeline: Timeline): number {
  const ns = Object.entries(renderWork(timeline)).reduce(
    (sum, [path, amount]) => sum + amount * RENDER_COSTS[path as RenderPath],
    0,
  );
  return Math.min(MOST_MS, Math.ceil(ns / 1e6));
}

/** The work of rendering a video, projected from frames that lie evenly in it. */
export function renderWork(timeline: Timeline): RenderWork {
  const { frameCount } = timeline;
  const looked = Math.min(frameCount, MOST_FRAMES);
  const sum: RenderWork = { ...NOTHING };
  for (let index = 0; index < looked; index++) {
    const frame = Math.floor(((index + 0.5) * frameCount) / looked);
    const work = frameWork(sample(timeline, Math.max(0, frame - 1)), sample(timeline, frame));
    for (const path of PATHS) sum[path] += work[path];
  }
  for (const path of PATHS) sum[path] = (sum[path] * frameCount) / looked;
  return { ...sum, video: 1 };
}

/** The work of a frame after the one before it. */
function frameWork(before: Scene, now: Scene): RenderWork {
  if (isSamePicture(before, now)) return { ...NOTHING, held: 1 };
  const pixel = now.width * now.height;
  const work = { ...NOTHING, pixel };
  for (const leaf of changedLeaves(before, now)) {
    const { type } = leaf.layer;
    if (type === 'video') work.decoded++;
    work[type === 'video' ? 'footage' : type === 'image' ? 'picture' : 'flat'] += seenPixels(leaf, now);
  }
  return { ...work, flat: Math.min(pixel, work.flat), picture: Math.min(pixel, work.picture) };
}

/** The layers that look different in two frames; in a transition all of both pages. */
function changedLeaves(before: Scene, now: Scene): SceneNode[] {
  return now.pages.flatMap((page) => {
    const shown = before.pages.find(({ key }) => key === page.key)?.nodes ?? [];
    const known = new Map(shown.map((node) => [node.key, node]));
    return page.nodes.flatMap((node) => {
      const old = known.get(node.key);
      return !now.transition && old && isSameNode(old, node) ? [] : leavesOf(node);
    });
  });
}

function leavesOf(node: SceneNode): SceneNode[] {
  return node.children ? node.children.flatMap(leavesOf) : [node];
}

function seenPixels({ matrix, box }: SceneNode, { width, height }: Scene): number {
  const bounds = boundsOfRect(matrix, { x: 0, y: 0, ...box });
  const across = Math.min(width, bounds.x + bounds.width) - Math.max(0, bounds.x);
  const down = Math.min(height, bounds.y + bounds.height) - Math.max(0, bounds.y);
  return Math.max(0, across) * Math.max(0, down);
}
