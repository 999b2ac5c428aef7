import type { PointerEvent } from 'react';
import { rounded, sameJson } from '#libs/document';
import { useEditor, useEditorState } from '../model/editor-model.ts';
import { loopOf, withLoop } from '../model/editor-state.ts';
import { followPointer } from '../ui/follow-pointer.ts';
import { ToolButton } from '../ui/tool-button.tsx';
import styles from './timeline.module.css';

/** Plays a part of the page again and again: at first the whole page. */
export function LoopButton({ pageS }: { pageS: number }) {
  const { change } = useEditor();
  const isOn = useEditorState((state) => loopOf(state) !== undefined);
  return (
    <ToolButton
      icon="loop"
      className={styles.tool}
      label="Loop a part of the page"
      isPressed={isOn}
      onClick={() => change((state) => withLoop(state, loopOf(state) ? undefined : { from: 0, to: pageS }))}
    />
  );
}

/** The part that is played again and again, on the ruler. Its ends are dragged. */
export function LoopRange({ pageS, scale }: { pageS: number; scale: number }) {
  const { change } = useEditor();
  const range = useEditorState(loopOf, sameJson);
  if (!range) return null;
  const drag = (event: PointerEvent, side: 'from' | 'to') => {
    event.stopPropagation();
    const first = range[side];
    followPointer(event, {
      onMove: ({ x }) => {
        const at = rounded(Math.min(pageS, Math.max(0, first + x / scale)), 2);
        const next =
          side === 'from'
            ? { ...range, from: Math.min(at, range.to - 0.1) }
            : { ...range, to: Math.max(at, range.from + 0.1) };
        change((state) => withLoop(state, next));
      },
    });
  };
  return (
    <div className={styles.loop} style={{ left: range.from * scale, width: (range.to - range.from) * scale }}>
      <span className={styles.loopStart} title="Start of the loop" onPointerDown={(event) => drag(event, 'from')} />
      <span className={styles.loopEnd} title="End of the loop" onPointerDown={(event) => drag(event, 'to')} />
    </div>
  );
}
