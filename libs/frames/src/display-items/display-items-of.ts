import { IDENTITY, invert, type Matrix, multiply } from '#libs/document';
import { type ClipShape, clipRegion, pieceMotion, type PieceMotion, type Pieces, type SceneNode } from '#libs/timeline';
import type { Drawing, TextPart, TextPiece, TextPieces } from '../drawing.js';
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
  const pieces = movedPieces(cut, node.pieces);
  if (pieces.every(({ motion }) => isAtRest(motion)))
    return [wholeOf(node, contentOf(node, drawing), { painter, place })];
  const cutUp: CutUpText = {
    ...{ cut, pieces, isSmooth: drawing.isSmooth },
    name: `${node.content} ${node.pieces.by}`,
  };
  const inText = pieceItems(node, cutUp, (matrix) => matrix);
  const clips = [...(node.clips ?? []), ...(cut.clip ? [cut.clip] : [])];
  const clipped = clips.length > 0 ? { ...node, clips } : node;
  const whole = wholeOf(clipped, groupContent(inText, true), { painter, place });
  if (!isPlain(whole)) return [whole];
  const inParent: Placing = (matrix) => multiply(whole.matrix, matrix);
  return pieceItems(node, cutUp, inParent).map((piece) => ({ ...piece, rest: whole.rest }));
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

function contentOf({ layer, content, drawn, picture }: SceneNode, drawing: Drawing): ItemContent {
  const { moment } = drawing;
  const pose = { ...(drawn !== undefined && { drawn }), ...(picture && { picture }) };
  return {
    contentId: `${content} ${JSON.stringify(pose)} ${moment ?? ''}`,
    ...{ drawing, pose, of: layer },
    isRestless: moment !== undefined || drawn !== undefined || picture !== undefined,
  };
}

/** A piece of a text, and its motion at this moment. */
interface MovedPiece {
  readonly piece: TextPiece;
  readonly index: number;
  readonly motion: PieceMotion;
}

/** A text in pieces. Equal names and equal indices have equal pixels. */
interface CutUpText {
  readonly cut: TextPieces;
  readonly pieces: readonly MovedPiece[];
  readonly isSmooth: boolean;
  readonly name: string;
}

function movedPieces(cut: TextPieces, pieces: Pieces): MovedPiece[] {
  return cut.pieces.map((piece, index) => ({ piece, index, motion: pieceMotion(pieces, piece.places) }));
}

function isAtRest({ matrix, opacity, blur, clips }: PieceMotion): boolean {
  return opacity === 1 && blur === 0 && clips.length === 0 && matrix.every((value, i) => value === IDENTITY[i]);
}

function isShown({ only }: TextPart, opacity: number): boolean {
  return only === undefined || (only === 'opaque') === (opacity === 1);
}

/** The parts of the visible pieces of a text, and first the plate below them. */
function pieceItems(
  { key, content, layer }: SceneNode,
  { cut, pieces, isSmooth, name }: CutUpText,
  place: Placing,
): DisplayItem[] {
  const atRest = { pose: {}, of: layer, isRestless: false, rest: place(IDENTITY) };
  const ground = cut.ground && {
    ...atRest,
    ...{ key: `${key} ground`, contentId: `${content} ground`, drawing: { ...cut.ground, isSmooth } },
    ...{ matrix: place(IDENTITY), opacity: 1, clips: [] },
  };
  const visible = pieces.filter(({ motion }) => motion.opacity > 0);
  const items = (visible[0]?.piece.parts ?? []).flatMap((_, level) =>
    visible.flatMap(({ piece, index, motion: { matrix, opacity, blur, clips } }): DisplayItem[] => {
      const part = piece.parts[level]!;
      if (!isShown(part, opacity)) return [];
      const filters = blur > 0 && { blur, brightness: 1, contrast: 1, saturation: 1, hueRotate: 0 };
      const drawing = { ink: part.ink, isSmooth, paint: part.paint.bind(part) };
      const named = { key: `${key} ${index} ${level}`, contentId: `${name} ${index} ${level}`, drawing };
      return [{ ...atRest, ...named, matrix: place(matrix), opacity, clips, ...(filters && { filters }) }];
    }),
  );
  return ground ? [ground, ...items] : items;
}
