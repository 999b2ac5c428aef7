import { boundsOf, layersOf, type Point, type Rect, valueAt } from '#libs/document';
import { documentOf, type EditorState, endEdit, isLocked } from '../model/editor-state.ts';
import { boxInParent } from './frame-box.ts';

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
export function selectTouched(state: EditorState, rect: Rect): EditorState {
  const document = documentOf(state);
  const page = ['pages', state.page];
  const selection = layersOf(valueAt(document, page)).flatMap((layer, index) => {
    const path = [...page, 'layers', index];
    if (layer['visible'] === false || isLocked(state, path)) return [];
    const { size, matrix } = boxInParent(state, path);
    return touches(boundsOf(size, matrix), rect) ? [path] : [];
  });
  return { ...endEdit(state), selection };
}

function touches(one: Rect, other: Rect): boolean {
  return (
    one.x < other.x + other.width &&
    other.x < one.x + one.width &&
    one.y < other.y + other.height &&
    other.y < one.y + one.height
  );
}
