import type { KeyboardEvent, PointerEvent } from 'react';
import { type JsonObject, pagesOf, rounded, transitionS, withTransitionS } from '#libs/document';
import { followPointer } from '../ui/follow-pointer.ts';
import { documentOf, edit, endEdit } from '../model/editor-state.ts';
import { useEditor, useEditorState } from '../model/editor-model.ts';
import styles from './timeline.module.css';

const STEP_S = 0.1;

/** The transitions from the page before and to the page after: how long each takes is dragged at its end. */
export function TransitionRow({ pageS, scale }: { pageS: number; scale: number }) {
  const page = useEditorState((state) => state.page);
  const count = useEditorState((state) => pagesOf(documentOf(state)).length);
  if (count < 2 || pageS === 0) return null;
  return (
    <div className={styles.row} role="group" aria-label="Transitions of the page">
      <span className={styles.property}>Transitions</span>
      <div className={styles.lane}>
        {page > 0 && <Transition index={page} side="in" scale={scale} />}
        {page < count - 1 && <Transition index={page + 1} side="out" scale={scale} />}
      </div>
    </div>
  );
}

/** A transition of the page at `index`: at the start of that page, or at the end of the page before it. */
function Transition({ index, side, scale }: { index: number; side: 'in' | 'out'; scale: number }) {
  const seconds = useEditorState((state) => transitionS(pagesOf(documentOf(state))[index]));
  const { drag, press, settle } = useTransitionDrag(index, seconds, side === 'in' ? scale : -scale);
  const label = side === 'in' ? 'Transition from the page before' : 'Transition to the next page';
  return (
    <div className={styles.transition} data-side={side} style={{ width: Math.max(10, seconds * scale) }}>
      <span
        className={side === 'in' ? styles.end : styles.start}
        role="slider"
        tabIndex={0}
        title={label}
        aria-label={label}
        aria-valuemin={0}
        aria-valuemax={60}
        aria-valuenow={seconds}
        aria-valuetext={seconds === 0 ? 'None' : `${seconds} seconds`}
        onPointerDown={drag}
        onKeyDown={press}
        onBlur={settle}
      />
    </div>
  );
}

/**
 * Changes the length of the transition by dragging and by arrow keys.
 *
 * @param scale pixels of a second; below 0 where it grows to the left
 */
function useTransitionDrag(index: number, seconds: number, scale: number) {
  const { store, change } = useEditor();
  const settle = () => change(endEdit);
  const put = (before: JsonObject | null, wanted: number, gesture: string) =>
    change((state) => {
      const document = withTransitionS(before ?? documentOf(state), index, wanted);
      return edit(state, { document, label: 'Change transition', gesture });
    });
  const drag = (event: PointerEvent) => {
    const gesture = `transition ${event.timeStamp}`;
    const before = documentOf(store.value());
    followPointer(event, { onMove: ({ x }) => put(before, seconds + x / scale, gesture), onEnd: settle });
  };
  const press = (event: KeyboardEvent) => {
    const by = { ArrowLeft: -STEP_S, ArrowRight: STEP_S }[event.key];
    if (by === undefined) return;
    event.preventDefault();
    put(null, rounded(seconds + by * Math.sign(scale), 2), 'transition by keys');
  };
  return { drag, press, settle };
}
