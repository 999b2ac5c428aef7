import { type PointerEvent, useCallback, useMemo, useState } from 'react';
import { layerAt, type LayerPath, sameJson } from '#libs/document';
import { useEditor, useEditorState } from '../model/editor-model.ts';
import { documentOf, frameSize, select } from '../model/editor-state.ts';
import { Store } from '../model/store.ts';
import { Picture } from '../picture/picture.tsx';
import type { Hand } from '../ui/hand.ts';
import { type Gestures, gesturesOn, NO_LINES } from './gestures.ts';
import { HitLayers } from './hit-layers.tsx';
import { Marks } from './marks.tsx';
import { enteredAt } from './picked.ts';
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
  const frame = { width: size.width * zoom, height: size.height * zoom };
  return (
    <section className={styles.stage} data-part="stage" aria-label="Picture">
      <StageTools view={view} area={area} onArea={setChosen} />
      <div
        ref={roomRef}
        className={styles.room}
        onPointerDownCapture={(event) => moveView(event, model.hand, view)}
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
    </section>
  );
}

/** A press with the middle button, or while Space is held, moves the view. */
function moveView(event: PointerEvent, hand: Hand, { onPan }: StageView): void {
  if (!hand.isHeld && event.button !== 1) return;
  event.stopPropagation();
  if (hand.isHeld) hand.move();
  onPan(event);
}

/** A press beside layers clears the selection, as Escape does; a drag selects the layers that it touches. */
function pressBeside(event: PointerEvent, { zoom }: StageView, gestures: Gestures): void {
  if (isOnScrollbar(event)) return;
  if (zoom > 0) gestures.onBeside(event);
}

/** A function that enters the group at a path, or begins the editing of a text in its place. */
function useEnter(onWriting: (path: LayerPath) => void): (path: LayerPath) => void {
  const { store, change, canWrite } = useEditor();
  return useCallback(
    (path) => {
      const inner = enteredAt(path, store.value().selection);
      if (canWrite && layerAt(documentOf(store.value()), inner)?.type === 'text') onWriting(inner);
      change((before) => select(before, inner));
    },
    [store, change, canWrite, onWriting],
  );
}

function isOnScrollbar({ target, nativeEvent }: PointerEvent): boolean {
  if (!(target instanceof HTMLElement)) return false;
  return nativeEvent.offsetX > target.clientWidth || nativeEvent.offsetY > target.clientHeight;
}
