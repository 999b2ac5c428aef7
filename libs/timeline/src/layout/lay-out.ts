import { lengthPx, type Length, type Rect, type Size } from '#libs/document';
import { isHolder, type ResolvedLayer } from '#libs/template';
import type { Timeline, TimelinePage } from '../compile/timeline.js';
import { atEnd } from './at-end.js';
import { needsLayout } from './content-sizes.js';
import { Sizer } from './sizer.js';
import { layOutStack, paddingOf } from './stack-layout.js';
import type { TextMeasurer } from './text-measurer.js';

/**
 * The timeline with every box in pixels or per cent: stacks laid out as CSS Flexbox lays out, `auto` replaced by the size of
 * the content, limits applied. Keyframes and animations act on these boxes and change no other box. Layers whose box does
 * not follow from contents stay the same objects.
 */
export function layOut(timeline: Timeline, texts: TextMeasurer): Timeline {
  if (timeline.isLaidOut) return timeline;
  const { width, height } = timeline.canvas ?? timeline;
  const pages = timeline.pages.map((page): TimelinePage => {
    if (!page.layers.some(needsLayout)) return page;
    const sizer = new Sizer(texts);
    return { ...page, layers: page.layers.map((layer) => laidOutIn(layer, { width, height }, sizer)) };
  });
  return { ...timeline, pages, isLaidOut: true };
}

/** A layer that lies freely in its parent. */
function laidOutIn(layer: ResolvedLayer, parent: Size, sizer: Sizer): ResolvedLayer {
  if (!needsLayout(layer)) return layer;
  const size = sizer.freeSize(layer, parent);
  return withChildren({ ...layer, ...size }, layer, sizer);
}

/** The layer with its layers laid out in its box. @param own the same before it had a box */
function withChildren(
  layer: ResolvedLayer & Readonly<{ width: Length; height: Length }>,
  own: ResolvedLayer,
  sizer: Sizer,
): ResolvedLayer {
  if (!isHolder(layer) || !isHolder(own)) return layer;
  const size = { width: Number(layer.width), height: Number(layer.height) };
  if (own.type === 'group') return { ...layer, layers: own.layers.map((child) => laidOutIn(child, size, sizer)) };
  const { boxes } = layOutStack(own, size, sizer);
  const padding = paddingOf(own);
  const inner = { width: Math.max(0, size.width - 2 * padding.x), height: Math.max(0, size.height - 2 * padding.y) };
  const layers = own.layers.map((child) => {
    const box = boxes.get(child);
    return box ? withChildren(inBox(child, box, inner), child, sizer) : laidOutIn(child, size, sizer);
  });
  return { ...layer, layers };
}

/** A layer of a stack in its box. Its own position, and the keyframes of it, are distances from there. */
function inBox(layer: ResolvedLayer, box: Rect, inner: Size): ResolvedLayer {
  const { anchorX, anchorY } = atEnd(layer);
  const x = box.x + anchorX * box.width;
  const y = box.y + anchorY * box.height;
  const { keyframes } = layer;
  const inPixels: Partial<Record<string, (length: Length) => number>> = {
    x: (length) => x + lengthPx(length, inner.width),
    y: (length) => y + lengthPx(length, inner.height),
    width: (length) => lengthPx(length, inner.width),
    height: (length) => lengthPx(length, inner.height),
  };
  return {
    ...layer,
    ...{ width: box.width, height: box.height, x: inPixels['x']!(layer.x), y: inPixels['y']!(layer.y) },
    ...UNCONSTRAINED,
    ...(keyframes && { keyframes: withLengths(keyframes, inPixels) }),
  };
}

/** Distances to the edges of a stack place no layer of its flow. */
const UNCONSTRAINED = {
  ...{ left: undefined, right: undefined, top: undefined, bottom: undefined },
  ...{ centerX: undefined, centerY: undefined },
};

type Tracks = NonNullable<ResolvedLayer['keyframes']>;

/** Keyframes whose lengths are in pixels. */
function withLengths(tracks: Tracks, inPixels: Partial<Record<string, (length: Length) => number>>): Tracks {
  return Object.fromEntries(
    Object.entries(tracks).flatMap(([property, track]) => {
      if (Object.hasOwn(UNCONSTRAINED, property)) return [];
      const convert = inPixels[property];
      return [[property, convert ? track.map((frame) => ({ ...frame, value: convert(frame.value) })) : track]];
    }),
  );
}
