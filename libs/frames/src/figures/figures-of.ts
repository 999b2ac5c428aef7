import {
  type ClipShape,
  clipRegion,
  type Matrix,
  pieceMotion,
  type Pieces,
  type SceneNode,
  IDENTITY,
  invert,
  multiply,
} from '#libs/timeline';
import type { Drawing, TextPieces } from '../drawing.js';
import { grown, rounded } from '../matrix.js';
import type { Painter } from '../painter.js';
import { blurReach, type Figure, isPlain, type Picture } from './figure.js';
import { groupPicture } from './group.js';

/** Where a node's parent lies, and how a frame matrix is expressed in it. */
type Placing = (matrix: Matrix) => Matrix;

const IN_FRAME: Placing = (matrix) => matrix;

/**
 * What a node of the scene puts into the frame, in paint order: itself, or the pieces of a split text one by one. A text
 * whose pieces need to be put together first becomes a group of them.
 */
export function figuresOf(node: SceneNode, painter: Painter): Figure[] {
  return placed(node, painter, IN_FRAME);
}

function placed(node: SceneNode, painter: Painter, place: Placing): Figure[] {
  if (node.children) return [wholeOf(node, groupOf(node, node.children, painter), { painter, place })];
  const drawing = painter.drawing(node);
  if (!node.pieces || !drawing.cut) return [wholeOf(node, pictureOf(node, drawing), { painter, place })];
  const cut = drawing.cut(node.pieces.by);
  const inText = pieceFigures(node, { cut, pieces: node.pieces, isSmooth: drawing.isSmooth }, (matrix) => matrix);
  const clips = [...(node.clips ?? []), ...(cut.clip ? [cut.clip] : [])];
  const clipped = clips.length > 0 ? { ...node, clips } : node;
  const whole = wholeOf(clipped, groupPicture(inText, true), { painter, place });
  if (!isPlain(whole)) return [whole];
  const inParent: Placing = (matrix) => multiply(whole.matrix, matrix);
  return pieceFigures(node, { cut, pieces: node.pieces, isSmooth: drawing.isSmooth }, inParent).map((piece) => ({
    ...piece,
    rest: whole.rest,
  }));
}

/** The figure of a node as a whole. */
function wholeOf(node: SceneNode, picture: Picture, { painter, place }: { painter: Painter; place: Placing }): Figure {
  const { key, opacity, blendMode, filters, mask } = node;
  const figure: Figure = {
    ...{ key, picture, opacity, clips: [] },
    matrix: place(node.matrix),
    rest: place(node.rest),
    ...(blendMode && { blendMode }),
    ...(filters && { filters }),
    ...(mask && { mask: { mode: mask.mode, figure: maskFigure(mask.node, painter, place) } }),
  };
  return node.clips ? { ...figure, clips: regionsOf(node.clips, figure) } : figure;
}

function regionsOf(clips: readonly ClipShape[], figure: Figure): Figure['clips'] {
  const bounds = grown(figure.picture.ink, blurReach(figure));
  return clips.map((clip) => clipRegion(clip, bounds));
}

/** A mask as one figure: the pieces of a split text mask together. */
function maskFigure(node: SceneNode, painter: Painter, place: Placing): Figure {
  const figures = placed(node, painter, place);
  const [only] = figures;
  if (only && figures.length === 1) return only;
  const picture = groupPicture(figures, true);
  return { key: node.key, picture, matrix: IDENTITY, rest: IDENTITY, opacity: 1, clips: [] };
}

function groupOf(group: SceneNode, children: readonly SceneNode[], painter: Painter): Picture {
  const inward = invert(group.matrix) ?? IDENTITY;
  const inwardAtRest = invert(group.rest) ?? IDENTITY;
  const place: Placing = (matrix) => rounded(multiply(inward, matrix));
  const isMoving = children.some((child) => {
    const atRest = rounded(multiply(inwardAtRest, child.rest));
    return place(child.matrix).some((value, i) => value !== atRest[i]);
  });
  return groupPicture(
    children.flatMap((child) => placed(child, painter, place)),
    isMoving,
  );
}

function pictureOf({ content, rasterKey, drawn, picture }: SceneNode, drawing: Drawing): Picture {
  const { ink, isSmooth, moment } = drawing;
  return {
    id: `${content} ${rasterKey} ${moment ?? ''}`,
    ...{ ink, isSmooth },
    isRestless: moment !== undefined || drawn !== undefined || picture !== undefined,
    paint: (context) => drawing.paint(context, { ...(drawn !== undefined && { drawn }), ...(picture && { picture }) }),
  };
}

/** The pieces of a text that are to be seen, and first what lies below them all. */
function pieceFigures(
  node: SceneNode,
  { cut, pieces, isSmooth }: { cut: TextPieces; pieces: Pieces; isSmooth: boolean },
  place: Placing,
): Figure[] {
  const { key, content } = node;
  const still = { opacity: 1, clips: [], isRestless: false };
  const ground = cut.ground && {
    ...still,
    key: `${key} ground`,
    picture: { ...cut.ground, id: `${content} ground`, isSmooth, isRestless: false },
    ...{ matrix: place(IDENTITY), rest: place(IDENTITY) },
  };
  const figures = cut.pieces.flatMap((piece, index): Figure[] => {
    const { matrix, opacity, blur, clips } = pieceMotion(pieces, piece.places);
    if (opacity <= 0) return [];
    const picture = { ...piece, id: `${content} ${pieces.by} ${index}`, isSmooth, isRestless: false };
    const filters = blur > 0 && { blur, brightness: 1, contrast: 1, saturation: 1, hueRotate: 0 };
    const at = { matrix: place(matrix), rest: place(IDENTITY) };
    return [{ key: `${key} ${index}`, picture, ...at, opacity, clips, ...(filters && { filters }) }];
  });
  return ground ? [ground, ...figures] : figures;
}
