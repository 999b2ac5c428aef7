import { IDENTITY, invert, type Matrix, multiply } from '#libs/document';
import { type ClipShape, clipRegion, pieceMotion, type Pieces, type SceneNode } from '#libs/timeline';
import type { Drawing, TextPieces } from '../drawing.js';
import { roundedMatrix } from '../geometry/matrix.js';
import type { Painter } from '../painter.js';
import { type DisplayItem, inkOf, isPlain, type ItemContent } from './display-item.js';
import { groupContent } from './group-content.js';

/** Converts a matrix to the frame into one to the parent of an item. */
type Placing = (matrix: Matrix) => Matrix;

const IN_FRAME: Placing = (matrix) => matrix;

/**
 * The display items of a node in paint order: the node itself, or the pieces of a split text. The pieces form a group if the
 * whole text has an opacity, a blend mode, filters, clips or a mask.
 */
export function displayItemsOf(node: SceneNode, painter: Painter): DisplayItem[] {
  return placed(node, painter, IN_FRAME);
}

function placed(node: SceneNode, painter: Painter, place: Placing): DisplayItem[] {
  if (node.children) return [wholeOf(node, groupOf(node, node.children, painter), { painter, place })];
  const drawing = painter.drawing(node);
  if (!node.pieces || !drawing.cut) return [wholeOf(node, contentOf(node, drawing), { painter, place })];
  const cut = drawing.cut(node.pieces.by);
  const inText = pieceItems(node, { cut, pieces: node.pieces, isSmooth: drawing.isSmooth }, (matrix) => matrix);
  const clips = [...(node.clips ?? []), ...(cut.clip ? [cut.clip] : [])];
  const clipped = clips.length > 0 ? { ...node, clips } : node;
  const whole = wholeOf(clipped, groupContent(inText, true), { painter, place });
  if (!isPlain(whole)) return [whole];
  const inParent: Placing = (matrix) => multiply(whole.matrix, matrix);
  return pieceItems(node, { cut, pieces: node.pieces, isSmooth: drawing.isSmooth }, inParent).map((piece) => ({
    ...piece,
    rest: whole.rest,
  }));
}

/** The display item of a whole node. */
function wholeOf(
  node: SceneNode,
  content: ItemContent,
  { painter, place }: { painter: Painter; place: Placing },
): DisplayItem {
  const { key, opacity, blendMode, filters, mask, box } = node;
  const item: DisplayItem = {
    ...{ ...content, key, opacity, clips: [] },
    matrix: place(node.matrix),
    rest: place(node.rest),
    ...(blendMode && { blendMode }),
    ...(filters && { filters }),
    ...(filters?.edge === 'duplicate' && { filterBox: { x: 0, y: 0, ...box } }),
    ...(mask && { mask: { mode: mask.mode, item: maskItem(mask.node, painter, place) } }),
  };
  return node.clips ? { ...item, clips: regionsOf(node.clips, item) } : item;
}

function regionsOf(clips: readonly ClipShape[], item: DisplayItem): DisplayItem['clips'] {
  const bounds = inkOf(item);
  return clips.map((clip) => clipRegion(clip, bounds));
}

/** A mask as a single item: the pieces of a split text form one mask. */
function maskItem(node: SceneNode, painter: Painter, place: Placing): DisplayItem {
  const items = placed(node, painter, place);
  const [only] = items;
  if (only && items.length === 1) return only;
  return {
    ...groupContent(items, true),
    ...{ key: node.key, matrix: IDENTITY, rest: IDENTITY, opacity: 1, clips: [] },
  };
}

function groupOf(group: SceneNode, children: readonly SceneNode[], painter: Painter): ItemContent {
  const inward = invert(group.matrix) ?? IDENTITY;
  const inwardAtRest = invert(group.rest) ?? IDENTITY;
  const place: Placing = (matrix) => roundedMatrix(multiply(inward, matrix));
  const isMoving = children.some((child) => {
    const atRest = roundedMatrix(multiply(inwardAtRest, child.rest));
    return place(child.matrix).some((value, i) => value !== atRest[i]);
  });
  return groupContent(
    children.flatMap((child) => placed(child, painter, place)),
    isMoving,
  );
}

function contentOf({ content, drawn, picture }: SceneNode, drawing: Drawing): ItemContent {
  const { moment } = drawing;
  const pose = { ...(drawn !== undefined && { drawn }), ...(picture && { picture }) };
  return {
    contentId: `${content} ${JSON.stringify(pose)} ${moment ?? ''}`,
    ...{ drawing, pose },
    isRestless: moment !== undefined || drawn !== undefined || picture !== undefined,
  };
}

/** The visible pieces of a text, and first the plate below them. */
function pieceItems(
  node: SceneNode,
  { cut, pieces, isSmooth }: { cut: TextPieces; pieces: Pieces; isSmooth: boolean },
  place: Placing,
): DisplayItem[] {
  const { key, content } = node;
  const atRest = { pose: {}, isRestless: false, rest: place(IDENTITY) };
  const ground = cut.ground && {
    ...atRest,
    ...{ key: `${key} ground`, contentId: `${content} ground`, drawing: { ...cut.ground, isSmooth } },
    ...{ matrix: place(IDENTITY), opacity: 1, clips: [] },
  };
  const items = cut.pieces.flatMap((piece, index): DisplayItem[] => {
    const { matrix, opacity, blur, clips } = pieceMotion(pieces, piece.places);
    if (opacity <= 0) return [];
    const drawing = { ink: piece.ink, isSmooth, paint: piece.paint.bind(piece) };
    const filters = blur > 0 && { blur, brightness: 1, contrast: 1, saturation: 1, hueRotate: 0 };
    const named = { key: `${key} ${index}`, contentId: `${content} ${pieces.by} ${index}`, drawing };
    return [{ ...atRest, ...named, matrix: place(matrix), opacity, clips, ...(filters && { filters }) }];
  });
  return ground ? [ground, ...items] : items;
}
