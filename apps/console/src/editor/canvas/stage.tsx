import { type PointerEvent, useCallback, useMemo, useState } from 'react';
import { layerAt, type LayerPath, sameJson } from '#libs/document';
import { type EditorModel, useEditor, useEditorState } from '../model/editor-model.ts';
import { documentOf, drawingToolOf, frameSize, select } from '../model/editor-state.ts';
import { Store } from '../../ui/store.ts';
import { Picture } from '../picture/picture.tsx';
import { ContextMenu, useContextMenu } from './context-menu.tsx';
import { drawLayer } from './draw-layer.ts';
import { type GestureLines, type Gestures, gesturesOn, NO_LINES } from './gestures.ts';
import { HitLayers } from './hit-layers.tsx';
import { Marks } from './marks.tsx';
import { enteredAt } from './picked.ts';
import { isCropped } from './picture-in-box.ts';
import styles from './stage.module.css';
import { SafeAreaGuide, safeAreaOf, type ShownArea } from './safe-area.tsx';
import { StageTools } from './stage-tools.tsx';
import { type StageView, useZoom } from './use-zoom.ts';

/** The picture of the page with everything that can be done on it by mouse, pen or finger. */
export function Stage() {
  const model = useEditor();
  const size = useEditorState(frameSize, sameJson);
  const view = useZoom(size);
  const { zoom, roomRef, scrollerRef, isZoomed, onScroll } = view;
  const [writing, setWriting] = useState<LayerPath>();
  const [lines] = useState(() => new Store(NO_LINES));
  const gestures = useMemo(() => gesturesOn(model, lines, zoom), [model, lines, zoom]);
  const enter = useEnter(setWriting);
  const [chosen, setChosen] = useState<ShownArea>();
  const own = useEditorState((state) => safeAreaOf(documentOf(state)['safe_area']));
  const area = chosen ?? own;
  const tool = useEditorState((state) => state.tool);
  const menu = useContextMenu();
  const frame = { width: size.width * zoom, height: size.height * zoom };
  return (
    <section className={styles.stage} data-part="stage" aria-label="Picture">
      <StageTools view={view} area={area} onArea={setChosen} />
      <div
        ref={roomRef}
        className={styles.room}
        data-tool={tool}
        onPointerDownCapture={(event) => press(event, { model, view, lines, onText: setWriting })}
        onContextMenu={menu.open}
        onPointerDown={(event) => pressBeside(event, view, gestures)}
      >
        <div ref={scrollerRef} className={styles.scroller} data-zoomed={isZoomed} onScroll={onScroll}>
          {zoom > 0 && (
            <div className={styles.sheet}>
              <div className={styles.frame} style={frame} data-frame>
                <Picture width={frame.width} height={frame.height} />
                <div className={styles.layers}>
                  <HitLayers zoom={zoom} onPress={gestures.onPress} onEnter={enter} />
                </div>
                <SafeAreaGuide area={area} size={size} zoom={zoom} />
                <Marks zoom={zoom} gestures={gestures} lines={lines} writing={writing} onWritten={setWriting} />
              </div>
            </div>
          )}
        </div>
      </div>
      {/* Beside the room: presses on the menu are none on the picture. */}
      <ContextMenu {...menu} />
    </section>
  );
}

interface Press {
  model: EditorModel;
  view: StageView;
  lines: Store<GestureLines>;
  onText: (path: LayerPath) => void;
}

/**
 * A press with the middle button or the hand, which is a tool and held by Space, moves the view; one with a tool that draws
 * begins a layer.
 */
function press(event: PointerEvent, { model, view: { onPan, zoom }, lines, onText }: Press): void {
  const { hand, store } = model;
  const isHand = hand.isHeld || store.value().tool === 'hand';
  const tool = drawingToolOf(store.value());
  if ((isHand && event.button === 0) || event.button === 1) {
    event.stopPropagation();
    if (hand.isHeld) hand.move();
    onPan(event);
  } else if (tool && event.button === 0 && zoom > 0) {
    event.stopPropagation();
    event.preventDefault();
    drawLayer(event, model, { tool, zoom, lines, onText });
  }
}

/** A press beside layers clears the selection, as Escape does; a drag selects the layers that it touches. */
function pressBeside(event: PointerEvent, { zoom }: StageView, gestures: Gestures): void {
  if (isOnScrollbar(event)) return;
  if (zoom > 0) gestures.onBeside(event);
}

/** A function that enters the group at a path, or begins to edit the text, picture or clip there in its place. */
function useEnter(onWriting: (path: LayerPath) => void): (path: LayerPath) => void {
  const { store, change, canWrite } = useEditor();
  return useCallback(
    (path) => {
      const inner = enteredAt(path, store.value().selection);
      const layer = layerAt(documentOf(store.value()), inner);
      if (canWrite && layer && (layer.type === 'text' || isCropped(layer))) onWriting(inner);
      change((before) => select(before, inner));
    },
    [store, change, canWrite, onWriting],
  );
}

function isOnScrollbar({ target, nativeEvent }: PointerEvent): boolean {
  if (!(target instanceof HTMLElement)) return false;
  return nativeEvent.offsetX > target.clientWidth || nativeEvent.offsetY > target.clientHeight;
}
