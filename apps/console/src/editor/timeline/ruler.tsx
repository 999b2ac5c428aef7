import type { KeyboardEvent, PointerEvent } from 'react';
import { rounded } from '#libs/document';
import { followPointer } from '../ui/follow-pointer.ts';
import { useEditorState } from '../model/editor-model.ts';
import { timeOf } from '../model/editor-state.ts';
import { markIntervalS } from './mark-interval.ts';
import styles from './timeline.module.css';
import { useSeek } from './use-seek.ts';

/** Seconds for a press of an arrow key, with Shift, and of Page up and Page down. */
const STEP_S = 0.1;
const LARGE_STEP_S = 1;

/** The marks of the seconds. A press or a drag on it moves the playhead, as arrow keys do. */
export function Ruler({ pageS, scale }: { pageS: number; scale: number }) {
  const show = useSeek(pageS);
  const time = useEditorState(timeOf);
  const onPointerDown = (event: PointerEvent) => {
    const left = event.currentTarget.getBoundingClientRect().left;
    const from = (event.clientX - left) / scale;
    show(from);
    followPointer(event, { onMove: ({ x }) => show(from + x / scale) });
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const step = event.shiftKey ? LARGE_STEP_S : STEP_S;
    const target = { ArrowLeft: time - step, ArrowRight: time + step, Home: 0, End: pageS }[event.key];
    if (target === undefined) return;
    event.preventDefault();
    show(target);
  };
  return (
    <div
      className={styles.ruler}
      role="slider"
      tabIndex={0}
      aria-label="Playhead"
      aria-valuemin={0}
      aria-valuemax={pageS}
      aria-valuenow={time}
      aria-valuetext={`${time} seconds`}
      onPointerDown={onPointerDown}
      onKeyDown={onKeyDown}
    >
      {marksOf(pageS, scale).map((seconds) => (
        <span key={seconds} className={styles.mark} style={{ left: seconds * scale }}>
          {seconds}
        </span>
      ))}
      <span className={styles.knob} style={{ left: Math.min(time, pageS) * scale }} />
    </div>
  );
}

/** The seconds that are marked. */
function marksOf(pageS: number, scale: number): readonly number[] {
  const interval = markIntervalS(scale);
  const count = Math.floor(pageS / interval + 1e-6) + 1;
  return Array.from({ length: count }, (_, index) => rounded(index * interval, 2));
}
