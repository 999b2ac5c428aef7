import { type KeyboardEvent, type PointerEvent } from 'react';
import {
  endTrimmed,
  enterChanged,
  exitChanged,
  type JsonObject,
  type Layer,
  layerAt,
  layerTimes,
  type LayerPath,
  samePath,
  shifted,
  startTrimmed,
  withValue,
} from '#libs/document';
import { followPointer } from '../canvas/follow-pointer.ts';
import { documentOf, edit, endEdit, select } from '../document/editor-state.ts';
import { useEditor } from '../editor-model.ts';
import styles from './timeline.module.css';

interface BarRowProps {
  layer: Layer;
  path: LayerPath;
  pageS: number;
  /** Pixels of a second. */
  scale: number;
}

type Change = (layer: JsonObject, by: number, pageS: number) => JsonObject;
const STEP_S = 0.1;

/** The time for which a layer is shown: its bar moves, and its ends can be trimmed. */
export function BarRow({ layer, path, pageS, scale }: BarRowProps) {
  const { state, change, canWrite } = useEditor();
  const bar = layerTimes(layer, pageS);
  const isSelected = state.selection.some((selected) => samePath(selected, path));
  const apply = (from: JsonObject, by: number, trim: Change, gesture: string) =>
    change((before) =>
      edit(before, {
        document: withValue(documentOf(before), path, trim(from, by, pageS)),
        label: `Time of ${layer.name}`,
        gesture,
      }),
    );
  const drag = (event: PointerEvent, trim: Change) => {
    event.stopPropagation();
    change((before) => select(before, path));
    const from = layerAt(documentOf(state), path)!;
    const gesture = `time ${event.timeStamp}`;
    followPointer(event, { onMove: ({ x }) => apply(from, x / scale, trim, gesture), onEnd: () => change(endEdit) });
  };
  const onKeyDown = (event: KeyboardEvent, trim: Change) => {
    const by = { ArrowLeft: -STEP_S, ArrowRight: STEP_S }[event.key];
    if (by === undefined) return;
    event.preventDefault();
    apply(layer, by, trim, 'time by keys');
  };
  /** Turns the change of a length into a change by `by` seconds: an exit grows to the left. */
  const growing =
    (seconds: number, changed: Change, sign: 1 | -1): Change =>
    (from, by, room) =>
      changed(from, seconds + sign * by, room);
  const end = (label: string, value: number, trim: Change, className: string | undefined) => (
    <span
      className={className}
      role="slider"
      tabIndex={0}
      aria-label={`${label} of ${layer.name}`}
      aria-valuemin={0}
      aria-valuemax={pageS}
      aria-valuenow={value}
      aria-valuetext={`${value} seconds`}
      onPointerDown={(event) => drag(event, trim)}
      onKeyDown={(event) => onKeyDown(event, trim)}
      onBlur={() => change(endEdit)}
    />
  );
  return (
    <div className={styles.row} data-selected={isSelected}>
      <button type="button" className={styles.name} onClick={() => change((before) => select(before, path))}>
        <span style={{ paddingLeft: (path.length - 4) * 6 }}>{layer.name}</span>
      </button>
      <div className={styles.lane}>
        <div
          className={styles.bar}
          data-open={bar.open}
          style={{ left: bar.from * scale, width: Math.max(6, (bar.to - bar.from) * scale) }}
          onPointerDown={(event) => drag(event, shifted)}
        >
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
