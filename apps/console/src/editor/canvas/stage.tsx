import { type PointerEvent, useRef, useState } from 'react';
import { layerAt, type LayerPath, type Point, type Rect, samePath } from '#libs/document';
import { documentOf, endEdit, select } from '../document/editor-state.ts';
import type { Handle } from '../document/handles.ts';
import type { Guide } from '../document/snap.ts';
import { useEditor } from '../editor-model.ts';
import { Picture } from '../picture/picture.tsx';
import { type Gesture, handleDragged, moved, turnedTowards } from './box-drags.ts';
import { rectBetween, selectTouched } from './band.ts';
import { followPointer } from './follow-pointer.ts';
import { HitLayers } from './hit-layers.tsx';
import { InParent } from './in-parent.tsx';
import { enteredAt, picked } from './picked.ts';
import { SelectionFrame } from './selection-frame.tsx';
import styles from './stage.module.css';
import { StageTools } from './stage-tools.tsx';
import { TextInPlace } from './text-in-place.tsx';
import { useZoom } from './use-zoom.ts';

/** Distance within which a line attracts, in pixels of the screen. */
const REACH_PX = 6;

/** The picture of the page with everything that can be done on it by mouse, pen or finger. */
export function Stage() {
  const { document, state, change, canWrite } = useEditor();
  const size = { width: Number(document['width']) || 16, height: Number(document['height']) || 16 };
  const view = useZoom(size);
  const { zoom, roomRef, scrollerRef, onScroll, onPan } = view;
  const [writing, setWriting] = useState<LayerPath>();
  const { guides, onPress, onHandle, onTurn } = useGestures(zoom);
  const { band, drawBand } = useBand(zoom);
  const enter = (path: LayerPath) => {
    const inner = enteredAt(path, state.selection);
    if (canWrite && layerAt(document, inner)?.type === 'text') setWriting(inner);
    change((before) => select(before, inner));
  };
  /**
   * A press beside layers clears the selection, as Escape does; a drag selects the layers that it touches. The middle
   * button moves the view.
   */
  const press = (event: PointerEvent) => {
    if (event.button === 1) {
      onPan(event);
      return;
    }
    if (isOnScrollbar(event)) return;
    change((before) => select(before, null));
    drawBand(event);
  };
  const frame = { width: size.width * zoom, height: size.height * zoom };
  return (
    <section className={styles.stage} data-part="stage" aria-label="Picture">
      <StageTools view={view} />
      <div ref={roomRef} className={styles.room} onPointerDown={press}>
        <div ref={scrollerRef} className={styles.scroller} data-zoomed={state.zoom > 1} onScroll={onScroll}>
          {zoom > 0 && (
            <div className={styles.sheet}>
              <div className={styles.frame} style={frame} data-frame>
                <Picture width={frame.width} height={frame.height} />
                <div className={styles.layers}>
                  <HitLayers zoom={zoom} onPress={onPress} onEnter={enter} />
                </div>
                <div className={styles.marks}>
                  {state.selection.map((path) => (
                    <SelectionFrame
                      key={path.join('.')}
                      path={path}
                      zoom={zoom}
                      hasHandles={canWrite && state.selection.length === 1 && !writing}
                      onHandle={onHandle}
                      onTurn={onTurn}
                    />
                  ))}
                  {state.selection[0] && <Guides path={state.selection[0]} guides={guides} zoom={zoom} />}
                  {band && <div className={styles.band} style={boxOnScreen(band, zoom)} />}
                  {writing && state.selection.some((path) => samePath(path, writing)) && (
                    <TextInPlace path={writing} zoom={zoom} onEnd={() => setWriting(undefined)} />
                  )}
                </div>
              </div>
            </div>
          )}
        </div>
      </div>
    </section>
  );
}

function isOnScrollbar({ target, nativeEvent }: PointerEvent): boolean {
  if (!(target instanceof HTMLElement)) return false;
  return nativeEvent.offsetX > target.clientWidth || nativeEvent.offsetY > target.clientHeight;
}

/** A rectangle that is drawn beside layers, from the press to where the pointer is. */
function useBand(zoom: number) {
  const { change, isLocked } = useEditor();
  const [band, setBand] = useState<Rect>();
  const drawBand = (event: PointerEvent) => {
    const shown = event.currentTarget.querySelector('[data-frame]');
    if (!shown || event.button !== 0) return;
    const from = pointerIn(shown, event, zoom);
    followPointer(event, {
      onMove: (_, move) => {
        const rect = rectBetween(from, pointerIn(shown, move, zoom));
        setBand(rect);
        change((before) => selectTouched(before, rect, (path) => !isLocked(path)));
      },
      onEnd: () => setBand(undefined),
    });
  };
  return { band, drawBand };
}

function boxOnScreen({ x, y, width, height }: Rect, zoom: number) {
  return { left: x * zoom, top: y * zoom, width: width * zoom, height: height * zoom };
}

function Guides({ path, guides, zoom }: { path: LayerPath; guides: readonly Guide[]; zoom: number }) {
  return (
    <InParent path={path} zoom={zoom}>
      {guides.map(({ axis, at }) => (
        <span
          key={axis}
          className={styles.guide}
          data-axis={axis}
          style={axis === 'x' ? { left: at * zoom } : { top: at * zoom }}
        />
      ))}
    </InParent>
  );
}

/** Gestures that move, size and turn the selection. */
function useGestures(zoom: number) {
  const { state, change } = useEditor();
  const [guides, setGuides] = useState<readonly Guide[]>([]);
  const count = useRef(0);
  const begin = (selection: readonly LayerPath[]): Gesture => {
    count.current += 1;
    return { before: documentOf(state), selection, name: `drag ${count.current}` };
  };
  const end = () => {
    setGuides([]);
    change(endEdit);
  };
  const inFrame = ({ x, y }: Point): Point => ({ x: x / zoom, y: y / zoom });

  const onPress = (path: LayerPath, event: PointerEvent) => {
    const layer = picked(path, state.selection);
    const beside = event.shiftKey || event.ctrlKey || event.metaKey;
    const wasSelected = state.selection.some((selected) => samePath(selected, layer));
    // A press on one of several that are selected may begin a drag of all of them.
    const after = wasSelected && !beside ? state : select(state, layer, beside);
    change((before) => ({ ...before, page: after.page, selection: after.selection }));
    const gesture = begin(after.selection);
    followPointer(event, {
      onMove: (by, move) => {
        const result = moved(gesture, inFrame(by), move.altKey ? 0 : REACH_PX / zoom);
        setGuides(result.guides);
        change(result.step);
      },
      onEnd: (isDrag) => {
        end();
        if (!isDrag && wasSelected && !beside) change((before) => select(before, layer));
      },
    });
  };
  const onHandle = (handle: Handle, event: PointerEvent) => {
    event.stopPropagation();
    const gesture = begin(state.selection);
    followPointer(event, {
      onMove: (by, move) => change(handleDragged(gesture, handle, inFrame(by), move)),
      onEnd: end,
    });
  };
  const onTurn = (event: PointerEvent) => {
    event.stopPropagation();
    const gesture = begin(state.selection);
    const holder = event.currentTarget.parentElement?.offsetParent;
    if (!holder) return;
    followPointer(event, {
      onMove: (_, move) => change(turnedTowards(gesture, pointerIn(holder, move, zoom), move.shiftKey)),
      onEnd: end,
    });
  };
  return { guides, onPress, onHandle, onTurn };
}

/** Place of the pointer, in pixels of the frame from the corner of an upright `holder`. */
function pointerIn(holder: Element, { clientX, clientY }: { clientX: number; clientY: number }, zoom: number): Point {
  const { left, top } = holder.getBoundingClientRect();
  return { x: (clientX - left) / zoom, y: (clientY - top) / zoom };
}
