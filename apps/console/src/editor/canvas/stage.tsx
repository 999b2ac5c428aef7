import { type PointerEvent, useRef, useState } from 'react';
import { documentOf, endEdit, select } from '../document/editor-state.ts';
import type { Handle, Point } from '../document/geometry.ts';
import { samePath } from '../document/json-path.ts';
import { layerAt, type LayerPath } from '../document/layer-tree.ts';
import type { Guide } from '../document/snap.ts';
import { useEditor } from '../editor-model.ts';
import { Picture } from '../picture/picture.tsx';
import { type Gesture, handleDragged, moved, turnedTowards } from './box-drags.ts';
import { followPointer } from './follow-pointer.ts';
import { HitLayers } from './hit-layers.tsx';
import { InParent } from './in-parent.tsx';
import { enteredAt, picked } from './picked.ts';
import { SelectionFrame } from './selection-frame.tsx';
import styles from './stage.module.css';
import { StageTools } from './stage-tools.tsx';
import { TextInPlace } from './text-in-place.tsx';
import { useFit } from './use-fit.ts';

/** How near in pixels of the screen a line attracts. */
const REACH_PX = 6;

/** The picture of the page with everything that can be done on it by mouse, pen or finger. */
export function Stage() {
  const { document, state, change } = useEditor();
  const size = { width: Number(document['width']) || 16, height: Number(document['height']) || 16 };
  const { ref, zoom } = useFit(size);
  const [writing, setWriting] = useState<LayerPath>();
  const { guides, onPress, onHandle, onTurn } = useGestures(zoom);
  const enter = (path: LayerPath) => {
    const inner = enteredAt(path, state.selection);
    if (layerAt(document, inner)?.type === 'text') setWriting(inner);
    change((before) => select(before, inner));
  };
  const frame = { width: size.width * zoom, height: size.height * zoom };
  return (
    <section className={styles.stage} data-part="stage" aria-label="Picture">
      <StageTools />
      {/* A press beside the picture selects nothing, as Escape does. */}
      <div ref={ref} className={styles.room} onPointerDown={() => change((before) => select(before, null))}>
        {zoom > 0 && (
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
                  hasHandles={state.selection.length === 1 && !writing}
                  onHandle={onHandle}
                  onTurn={onTurn}
                />
              ))}
              {state.selection[0] && <Guides path={state.selection[0]} guides={guides} zoom={zoom} />}
              {writing && state.selection.some((path) => samePath(path, writing)) && (
                <TextInPlace path={writing} zoom={zoom} onEnd={() => setWriting(undefined)} />
              )}
            </div>
          </div>
        )}
      </div>
    </section>
  );
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

/** Moving, sizing and turning what is selected. */
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
    if (event.button !== 0) return;
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

/** Where the pointer is, in pixels of the frame from the corner of an upright `holder`. */
function pointerIn(holder: Element, { clientX, clientY }: { clientX: number; clientY: number }, zoom: number): Point {
  const { left, top } = holder.getBoundingClientRect();
  return { x: (clientX - left) / zoom, y: (clientY - top) / zoom };
}
