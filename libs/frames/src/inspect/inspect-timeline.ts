import { type Remark, type Warning, warningAt } from '#libs/template';
import {
  assetsOf,
  type AssetUse,
  masksOf,
  sample,
  type SceneNode,
  shownLayers,
  type Timeline,
  unseenParts,
  withoutParts,
} from '#libs/timeline';
import type { Drawing } from '../drawing.js';
import { FrameError, type FrameErrorCode } from '../frame-error.js';
import { picturePlaces } from '../geometry/picture-places.js';
import { SafeArea } from './safe-area.js';
import { SeenLayers } from './seen-layers.js';
import { painterOf } from '../layers/painter-of.js';
import { type AssetFiles, DEFAULT_LIMITS, openResources } from '../open-resources.js';
import { Painter } from '../painter.js';
import type { RenderResources } from '../render-resources.js';
import { fontRemarks } from './font-warnings.js';

/** Interval of inspected frames, seconds, longer in a video that has more of them than {@link MOST_FRAMES}. */
const STEP_S = 0.25;
const MOST_FRAMES = 1_200;

/** Magnification above which pictures look soft. */
const TOLERATED_MAGNIFICATION = 1.15;

/** A reason why drawing a video will fail. */
export interface FrameFault {
  /** Path in the document: `pages[0].layers[2].source_url`. */
  field: string;
  code: FrameErrorCode;
  message: string;
}

export interface TimelineFindings {
  /** Faults that make the video fail. */
  faults: FrameFault[];
  /** Places that would not look as the author expects, in document order. */
  warnings: Warning[];
}

/**
 * Finds faults (files and frames that cannot be drawn) and warnings (places that would not look as the author expects):
 * families that are not available, characters without a glyph, text that does not fit, pictures above their resolution,
 * features of Lottie files that are not drawn. Images of unknown size are decoded; nothing is painted.
 */
export async function inspectTimeline(
  timeline: Timeline,
  assets: AssetFiles,
  limits = DEFAULT_LIMITS,
): Promise<TimelineFindings> {
  const broken = new Map<string, FrameError>();
  const note = ({ kind, url }: Pick<AssetUse, 'kind' | 'url'>, error: FrameError) =>
    broken.set(`${kind} ${url}`, error);
  const resources = await openResources(timeline, assets, { limits, onFault: note });
  for (const use of assetsOf(timeline)) {
    if (use.kind === 'image')
      await resources.images.measure(use.url, use.path).catch(caught((error) => note(use, error)));
  }
  const unusable = assetsOf(timeline).flatMap((use) => {
    const error = broken.get(`${use.kind} ${use.url}`);
    return error ? [{ use, error }] : [];
  });
  const laidOut = resources.timeline;
  const drawable = withoutParts(laidOut, new Set(unusable.map(({ use }) => use.path)));
  const unseen = unseenParts(laidOut);
  const seen = inspectScenes(drawable, { resources, assets, unseen: unseen.keys });
  return {
    faults: [
      ...unusable.map(({ use, error: { code, reason } }) => ({ field: use.field, code, message: reason })),
      ...seen.faults,
    ],
    warnings: inDocumentOrder([
      ...[...unseen.warnings, ...seen.unseen, ...seen.unsafe],
      ...warningsOf(drawable, resources, seen),
    ]),
  };
}

/** Findings of the inspected frames, by key of the layer. */
interface Seen {
  faults: FrameFault[];
  remarks: Map<string, Remark[]>;
  /** The largest magnification of a picture. */
  magnified: Map<string, number>;
  /** Layers that no frame shows. */
  unseen: Warning[];
  /** Layers that reach beyond the safe area. */
  unsafe: Warning[];
}

interface Scenery {
  resources: Awaited<ReturnType<typeof openResources>>;
  assets: AssetFiles;
  /** Keys of layers that are known to be unseen. */
  unseen: ReadonlySet<string>;
}

function inspectScenes(timeline: Timeline, { resources, assets, unseen }: Scenery): Seen {
  const seenLayers = new SeenLayers(timeline);
  const safeArea = new SafeArea(timeline);
  const painter = new Painter(resources);
  const faults = new Map<string, FrameFault>();
  const remarks = new Map<string, Remark[]>();
  const magnified = new Map<string, number>();
  for (const nodes of scenesOf(timeline)) {
    const excess = resources.images.excessOf(nodes);
    if (excess) {
      const field = `${excess.key}.source_url`;
      faults.set(field, { field, code: 'ASSET_TOO_LARGE', message: excess.reason });
    }
    for (const node of withDescendants(nodes)) {
      const { key } = node;
      if (faults.has(key)) continue;
      const drawing = drawingOf(node, painter, ({ code, reason }) =>
        faults.set(key, { field: key, code, message: reason }),
      );
      seenLayers.note(node, drawing);
      if (drawing) safeArea.note(node, drawing);
      for (const remark of drawing?.remarks ?? []) addRemark(remarks, key, remark);
      const resolution = clipResolution(node, assets) ?? drawing?.resolution;
      if (resolution === undefined) continue;
      const scale = Math.hypot(node.matrix[0], node.matrix[1]) / resolution;
      magnified.set(key, Math.max(scale, magnified.get(key) ?? 0));
    }
  }
  const layOut = (node: SceneNode) => drawingOf(node, painter, () => undefined);
  return {
    ...{ faults: [...faults.values()], remarks, magnified },
    ...{ unseen: seenLayers.unseen(unseen, layOut), unsafe: safeArea.warnings() },
  };
}

/** Sorts warnings by page and layer. The order for one layer stays. */
function inDocumentOrder(warnings: readonly Warning[]): Warning[] {
  const placed = warnings.map((warning) => ({ warning, place: warning.field.match(/\d+/g) ?? [] }));
  return placed.toSorted((a, b) => comparePlaces(a.place, b.place)).map(({ warning }) => warning);
}

function comparePlaces(a: readonly string[], b: readonly string[]): number {
  const at = a.findIndex((index, depth) => index !== b[depth]);
  return at === -1 ? a.length - b.length : Number(a[at]) - Number(b[at] ?? -1);
}

/** The drawing of a node; undefined for a layer that cannot be drawn. */
function drawingOf(node: SceneNode, painter: Painter, onFault: (error: FrameError) => void): Drawing | undefined {
  try {
    return painter.drawing(node);
  } catch (error) {
    caught(onFault)(error);
    return undefined;
  }
}

/** Handles a FrameError; any other error is thrown. */
function caught(handle: (error: FrameError) => void): (error: unknown) => void {
  return (error) => {
    if (!(error instanceof FrameError)) throw error;
    handle(error);
  };
}

/** Keeps the first remark of each code. */
function addRemark(remarks: Map<string, Remark[]>, key: string, remark: Remark): void {
  const known = remarks.get(key) ?? [];
  if (!known.some(({ code }) => code === remark.code)) remarks.set(key, [...known, remark]);
}

function warningsOf(timeline: Timeline, { fonts }: RenderResources, { remarks, magnified }: Seen): Warning[] {
  return timeline.pages.flatMap((page) =>
    [...shownLayers(page, timeline.fps, masksOf(page))].flatMap(({ layer, key }) => {
      // A remark on a text as a whole concerns the property that contains it.
      const property = painterOf(layer).words?.(layer).property;
      const ofLayer = [
        ...fontRemarks(layer, fonts),
        ...(remarks.get(key) ?? []).map((remark) => ({ ...(property !== undefined && { property }), ...remark })),
        ...resolutionRemarks(magnified.get(key) ?? 0),
      ];
      return ofLayer.map((remark) => warningAt(key, remark));
    }),
  );
}

/** The nodes of each inspected frame. */
function* scenesOf(timeline: Timeline): Generator<SceneNode[]> {
  for (const frame of framesToInspect(timeline)) yield sample(timeline, frame).pages.flatMap(({ nodes }) => nodes);
}

/** Frames at regular intervals, and the middle of each layer that is shown for less than an interval. */
function framesToInspect(timeline: Timeline): Set<number> {
  const step = Math.max(1, Math.round(STEP_S * timeline.fps), Math.ceil(timeline.frameCount / MOST_FRAMES));
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

function resolutionRemarks(magnification: number): Remark[] {
  if (magnification <= TOLERATED_MAGNIFICATION) return [];
  const times = magnification.toFixed(1);
  return [
    {
      code: 'PICTURE_MAGNIFIED',
      message: `the picture is shown at ${times} times its resolution`,
      property: 'source_url',
      value: Number(times),
    },
  ];
}
