import { type ResolvedLayer, resolveLayer } from '#libs/template';
import type { Timeline } from './timeline.js';

/** Maximum height of a test video (docs/api.md). */
const MAX_TEST_HEIGHT = 540;
/** Minimum width of a document, in pixels. Encoders need not support less. */
const MIN_WIDTH = 16;

/**
 * The timeline of a test video: at most 540 lines high and with a watermark on every page, otherwise the same picture
 * at the same instants. Layout uses the size of the document and only the result is scaled, so text wraps as in the
 * real video. If the smaller size is not even, one pixel is cut off at the edge.
 */
export function testVersion(timeline: Timeline): Timeline {
  const watermark = watermarkFor(timeline.width, timeline.height);
  const pages = timeline.pages.map((page) => ({ ...page, layers: [...page.layers, watermark] }));
  return { ...withinHeight(timeline, MAX_TEST_HEIGHT), pages };
}

/** A timeline whose picture is at most `maxHeight` lines high, as {@link testVersion} makes it smaller. */
export function withinHeight(timeline: Timeline, maxHeight: number): Timeline {
  const { width, height } = timeline;
  const shrink = Math.min(1, maxHeight / height);
  const output = { width: Math.max(MIN_WIDTH, even(width * shrink)), height: even(height * shrink) };
  const scale = Math.max(output.width / width, output.height / height);
  return { ...timeline, ...output, canvas: { width, height, scale } };
}

/** A watermark that reaches from corner to corner and is readable on any picture, so that no crop is free of it. */
function watermarkFor(width: number, height: number): ResolvedLayer {
  const diagonal = Math.hypot(width, height);
  return resolveLayer({
    name: '', // no layer of a document has this name, so none can use the watermark as its mask, which would hide it
    type: 'text',
    text: 'TEST TEST TEST',
    weight: 800,
    font_size: diagonal,
    fit_text: 'shrink',
    max_lines: 1,
    align: 'center',
    vertical_align: 'middle',
    text_color: '#ffffff',
    outline_color: '#000000',
    outline_width: 'medium',
    opacity: 0.4,
    x: '50%',
    y: '50%',
    anchor_x: 0.5,
    anchor_y: 0.5,
    width: diagonal * 0.8,
    height: diagonal * 0.2,
    rotation: (-180 / Math.PI) * Math.atan2(height, width),
  });
}

function even(pixels: number): number {
  return 2 * Math.round(pixels / 2);
}
