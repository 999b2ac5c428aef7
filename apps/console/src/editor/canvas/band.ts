import {
  boundsOfBox,
  boxOf,
  type LayerPath,
  layersOf,
  parentSize,
  type Point,
  type Rect,
  valueAt,
} from '#libs/document';
import { documentOf, type EditorState, endEdit } from '../document/editor-state.ts';

/** The rectangle between two points, in whatever directions they lie. */
export function rectBetween(one: Point, other: Point): Rect {
  return {
    x: Math.min(one.x, other.x),
    y: Math.min(one.y, other.y),
    width: Math.abs(one.x - other.x),
    height: Math.abs(one.y - other.y),
  };
}

/** Selects the layers of the page that a rectangle of the frame touches, groups as a whole. */
export function selectTouched(state: EditorState, rect: Rect, isPickable: (path: LayerPath) => boolean): EditorState {
  const document = documentOf(state);
  const page = ['pages', state.page];
  const paths = layersOf(valueAt(document, page)).map((_, index) => [...page, 'layers', index]);
  const touched = layersOf(valueAt(document, page)).map((layer, index) => {
    const bounds = boundsOfBox(boxOf(layer, parentSize(document, paths[index]!)));
    return layer['visible'] !== false && touches(bounds, rect);
  });
  return { ...endEdit(state), selection: paths.filter((path, index) => touched[index]! && isPickable(path)) };
}

function touches(one: Rect, other: Rect): boolean {
  return (
    one.x < other.x + other.width &&
    other.x < one.x + one.width &&
    one.y < other.y + other.height &&
    other.y < one.y + one.height
  );
}
