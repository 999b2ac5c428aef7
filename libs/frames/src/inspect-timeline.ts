import { assetsOf, masksOf, sample, type SceneNode, shownLayers, type Timeline } from '#libs/timeline';
import { picturePlaces } from './geometry/picture-places.js';
import { type AssetFiles, DEFAULT_LIMITS, openResources } from './open-resources.js';
import { Painter } from './painter.js';
import { fontRemarks } from './text-warnings.js';

/** Interval of inspected frames, seconds. */
const STEP_S = 0.25;

/** Magnification above which pictures look soft. */
const TOLERATED_MAGNIFICATION = 1.15;

/**
 * Finds what would not look as the author expects: families that are not available, characters without a glyph, text that does
 * not fit, pictures above their resolution, too many pixels of images in a frame, features of Lottie files that are not drawn.
 * Nothing is painted.
 *
 * @returns sentences that begin with the layer's path, in document order
 * @throws FrameError as `openFrameRenderer` and its frames do, except for too many pixels
 */
export async function inspectTimeline(
  timeline: Timeline,
  assets: AssetFiles,
  limits = DEFAULT_LIMITS,
): Promise<string[]> {
  const resources = await openResources(timeline, assets, limits);
  for (const { kind, url, path } of assetsOf(timeline)) if (kind === 'image') await resources.images.measure(url, path);
  const painter = new Painter(resources);
  const remarks = new Map<string, Set<string>>();
  const note = (key: string, remark: string) => remarks.set(key, (remarks.get(key) ?? new Set()).add(remark));
  const magnified = new Map<string, number>();
  for (const nodes of scenesOf(timeline)) {
    const excess = resources.images.excessOf(nodes);
    if (excess) note(excess.key.replace(/\.mask$/, ''), excess.remark);
    for (const node of withDescendants(nodes)) {
      const drawing = painter.drawing(node);
      for (const remark of drawing.remarks ?? []) note(node.key, remark);
      const resolution = clipResolution(node, assets) ?? drawing.resolution;
      if (resolution === undefined) continue;
      const scale = Math.hypot(node.matrix[0], node.matrix[1]) / resolution;
      magnified.set(node.key, Math.max(scale, magnified.get(node.key) ?? 0));
    }
  }
  return timeline.pages.flatMap((page) =>
    [...shownLayers(page, timeline.fps, masksOf(page))].flatMap(({ layer, path }) => {
      const key = path.slice(0, path.indexOf(' '));
      const ofLayer = [
        ...fontRemarks(layer, resources.fonts),
        ...(remarks.get(key) ?? []),
        ...resolutionRemarks(magnified.get(key) ?? 0),
      ];
      return ofLayer.map((remark) => `${path}: ${remark}`);
    }),
  );
}

/** The nodes of each inspected frame. */
function* scenesOf(timeline: Timeline): Generator<SceneNode[]> {
  for (const frame of framesToInspect(timeline)) yield sample(timeline, frame).pages.flatMap(({ nodes }) => nodes);
}

/** Frames at regular intervals, and the middle of each layer that is shown for less than an interval. */
function framesToInspect(timeline: Timeline): Set<number> {
  const step = Math.max(1, Math.round(STEP_S * timeline.fps));
  const regular = Array.from({ length: Math.ceil(timeline.frameCount / step) }, (_, index) => index * step);
  const brief = timeline.pages
    .flatMap((page) => [...shownLayers(page, timeline.fps)])
    .filter(({ fromFrame, toFrame }) => toFrame - fromFrame < step)
    .map(({ fromFrame, toFrame }) => (fromFrame + toFrame) >> 1);
  return new Set([...regular, ...brief]);
}

/** Nodes with those in their groups and masks. */
function* withDescendants(nodes: readonly SceneNode[]): Generator<SceneNode> {
  for (const node of nodes) {
    yield node;
    if (node.children) yield* withDescendants(node.children);
    if (node.mask) yield* withDescendants([node.mask.node]);
  }
}

/** Pixels of the file per local pixel: footage is decoded at the size it is shown, so the decoded size is no measure. */
function clipResolution({ layer, box }: SceneNode, assets: AssetFiles): number | undefined {
  if (layer.type !== 'video') return undefined;
  const source = assets.footage!(layer.sourceUrl);
  const placing = { ...layer, isMirrored: false, isUpsideDown: false };
  const { first } = picturePlaces(placing, { x: 0, y: 0, ...box }, source);
  return first.width > 0 ? source.width / first.width : undefined;
}

function resolutionRemarks(magnification: number): string[] {
  if (magnification <= TOLERATED_MAGNIFICATION) return [];
  return [`the picture is shown at ${magnification.toFixed(1)} times its resolution`];
}
