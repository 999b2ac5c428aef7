import type { PointerEvent } from 'react';
import { type Layer, type LayerPath, newLayer, type Point, type Rect, rounded } from '#libs/document';
import { addTo } from '../commands/layer-commands.ts';
import type { EditorModel } from '../model/editor-model.ts';
import { type DrawingTool, type EditorState, frameSize, withTool } from '../model/editor-state.ts';
import type { Store } from '../../ui/store.ts';
import { followPointer } from '../ui/follow-pointer.ts';
import { rectBetween } from './band.ts';
import { type GestureLines, NO_LINES, pointInFrame } from './gestures.ts';

interface Drawing {
  readonly tool: DrawingTool;
  /** Pixels of the screen for each pixel of the frame. */
  readonly zoom: number;
  readonly lines: Store<GestureLines>;
  /** Called with a text that was drawn, which is then written. */
  readonly onText: (path: LayerPath) => void;
}

/** Draws a layer from where the pointer is pressed to where it is released; a click makes one of the usual size. */
export function drawLayer(
  press: PointerEvent,
  { change, store }: EditorModel,
  { tool, zoom, lines, onText }: Drawing,
): void {
  const from = pointInFrame(press, zoom);
  let rect: Rect | undefined;
  followPointer(press, {
    onMove: (_, move) => {
      const to = pointInFrame(move, zoom);
      rect = rectBetween(from, move.shiftKey ? squareTo(from, to) : to);
      const band = rect;
      lines.change(() => ({ guides: [], band }));
    },
    onEnd: (isDrag) => {
      lines.change(() => NO_LINES);
      change((state) => drawn(withTool(state, 'select'), tool, isDrag && rect ? rect : from));
      const [path] = store.value().selection;
      if (tool === 'text' && path) onText(path);
    },
  });
}

/** The state with a layer in a rectangle, or of the usual size around a point. */
function drawn(state: EditorState, tool: DrawingTool, at: Rect | Point): EditorState {
  const layer = layerOf(tool, state);
  const { x, y } = at;
  const [width, height] = [Number(layer['width']), Number(layer['height'])];
  const box = 'width' in at ? at : { x: x - width / 2, y: y - height / 2, width, height };
  const [left, top] = [rounded(box.x, 0), rounded(box.y, 0)];
  const size = { width: rounded(box.width, 0), height: rounded(box.height, 0) };
  return addTo(state, ['pages', state.page], { ...layer, x: left, y: top, ...size });
}

function layerOf(tool: DrawingTool, state: EditorState): Layer {
  if (tool === 'text') return newLayer('text', frameSize(state));
  const shape = newLayer('shape', frameSize(state));
  return { ...shape, name: tool, shape: tool };
}

function squareTo(from: Point, to: Point): Point {
  const side = Math.max(Math.abs(to.x - from.x), Math.abs(to.y - from.y));
  return { x: from.x + side * Math.sign(to.x - from.x), y: from.y + side * Math.sign(to.y - from.y) };
}
