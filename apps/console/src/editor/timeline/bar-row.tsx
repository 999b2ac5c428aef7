import { type KeyboardEvent, type PointerEvent } from 'react';
import {
  endTrimmed,
  enterChanged,
  exitChanged,
  type JsonObject,
  layerAt,
  layerTimes,
  type LayerPath,
  sameJson,
  shifted,
  startTrimmed,
} from '#libs/document';
import { latePart } from '../../ui/late-part.tsx';
import { useEditor, useEditorState } from '../model/editor-model.ts';
import { documentOf, endEdit, select } from '../model/editor-state.ts';
import { useLayerEdit } from '../model/use-layer-edit.ts';
import { followPointer } from '../ui/follow-pointer.ts';
import { snappedSeconds } from './snapped-seconds.ts';
import { snapLines } from './timeline-rows.ts';
import styles from './timeline.module.css';

const FootageStrip = latePart(async () => (await import('./footage-strip.tsx')).FootageStrip);

export interface BarRowProps {
  name: string;
  path: LayerPath;
  hasClip: boolean;
  pageS: number;
  /** Pixels of a second. */
  scale: number;
  isSelected: boolean;
}

/** A change of the times of a layer by seconds. */
type Change = (layer: JsonObject, by: number, pageS: number) => JsonObject;
const STEP_S = 0.1;
/** Distance within which another bar attracts, in pixels of the screen. */
const REACH_PX = 6;

/** The time for which a layer is shown: its bar moves, and its ends can be trimmed. */
export function BarRow({ name, path, hasClip, pageS, scale, isSelected }: BarRowProps) {
  const { change, canWrite } = useEditor();
  const timesOf = (layer: JsonObject | undefined) => layerTimes(layer ?? {}, pageS);
  const bar = timesOf(
    useEditorState(
      (state) => layerAt(documentOf(state), path),
      (one, other) => one === other || sameJson(timesOf(one), timesOf(other)),
    ),
  );
  const width = Math.max(6, (bar.to - bar.from) * scale);
  const times = useTimeChanges({ name, path, pageS, scale });
  const end = (label: string, seconds: number, by: Change, className: string | undefined) => {
    const edges = by === startTrimmed || by === endTrimmed ? [seconds] : [];
    return <BarEnd {...{ ...times, seconds, pageS, by, className, edges }} label={`${label} of ${name}`} />;
  };
  return (
    <div className={styles.row} data-selected={isSelected}>
      <button type="button" className={styles.name} onClick={() => change((before) => select(before, path))}>
        <span style={{ paddingLeft: (path.length - 4) * 6 }}>{name}</span>
      </button>
      <div className={styles.lane}>
        <div
          className={styles.bar}
          data-open={bar.open}
          style={{ left: bar.from * scale, width }}
          onPointerDown={(event) => times.drag(event, shifted, [bar.from, bar.to])}
        >
          {hasClip && <FootageStrip path={path} width={width} scale={scale} />}
          <span className={styles.enter} style={{ width: bar.enterS * scale }} />
          <span className={styles.exit} style={{ width: bar.exitS * scale }} />
          {end('Start', bar.from, startTrimmed, styles.start)}
          {end('End', bar.to, endTrimmed, styles.end)}
          {isSelected && canWrite && (
            <>
              <span className={styles.enterEnd} style={{ left: Math.max(9, bar.enterS * scale) }}>
                {end('Entrance', bar.enterS, growing(bar.enterS, enterChanged, 1), styles.dot)}
              </span>
              <span className={styles.exitEnd} style={{ right: Math.max(9, bar.exitS * scale) }}>
                {end('Exit', bar.exitS, growing(bar.exitS, exitChanged, -1), styles.dot)}
              </span>
            </>
          )}
        </div>
      </div>
    </div>
  );
}

/**
 * Turns a change of a length into a change by seconds; with sign -1 the length grows to the left, as that of an exit.
 */
function growing(seconds: number, changed: Change, sign: 1 | -1): Change {
  return (layer, by, pageS) => changed(layer, seconds + sign * by, pageS);
}

interface TimeChanges {
  /** `edges` are the seconds of what is dragged that snap to other bars. */
  readonly drag: (event: PointerEvent, by: Change, edges: readonly number[]) => void;
  readonly press: (event: KeyboardEvent, by: Change) => void;
}

/** Changes the times of a layer by dragging and by arrow keys. */
function useTimeChanges({ name, path, pageS, scale }: Omit<BarRowProps, 'hasClip' | 'isSelected'>): TimeChanges {
  const { store, change } = useEditor();
  const put = useLayerEdit(path, `Time of ${name}`);
  const layer = () => layerAt(documentOf(store.value()), path)!;
  return {
    drag: (event, by, edges) => {
      event.stopPropagation();
      change((before) => select(before, path));
      const from = layer();
      const gesture = `time ${event.timeStamp}`;
      const lines = snapLines(store.value(), path);
      followPointer(event, {
        onMove: ({ x }, { ctrlKey, metaKey }) => {
          const reach = ctrlKey || metaKey ? 0 : REACH_PX / scale;
          put(by(from, snappedSeconds(edges, x / scale, { lines, reach }), pageS), gesture);
        },
        onEnd: () => change(endEdit),
      });
    },
    press: (event, by) => {
      const seconds = { ArrowLeft: -STEP_S, ArrowRight: STEP_S }[event.key];
      if (seconds === undefined) return;
      event.preventDefault();
      put(by(layer(), seconds, pageS), 'time by keys');
    },
  };
}

interface BarEndProps extends TimeChanges {
  label: string;
  seconds: number;
  pageS: number;
  by: Change;
  edges: readonly number[];
  className: string | undefined;
}

function BarEnd({ label, seconds, pageS, by, edges, className, drag, press }: BarEndProps) {
  const { change } = useEditor();
  return (
    <span
      className={className}
      role="slider"
      tabIndex={0}
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={pageS}
      aria-valuenow={seconds}
      aria-valuetext={`${seconds} seconds`}
      onPointerDown={(event) => drag(event, by, edges)}
      onKeyDown={(event) => press(event, by)}
      onBlur={() => change(endEdit)}
    />
  );
}
