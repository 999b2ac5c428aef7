import type { KeyboardEvent, PointerEvent } from 'react';
import {
  changedKeyframe,
  inText,
  type JsonObject,
  keyframedProperties,
  keyframesOf,
  layerAt,
  type LayerPath,
  rounded,
  withoutKeyframe,
  withValue,
} from '#libs/document';
import { followPointer } from '../ui/follow-pointer.ts';
import { documentOf, edit, endEdit, seek } from '../model/editor-state.ts';
import { inWords } from '../schema/layer-sections.ts';
import { useEditor, useEditorState } from '../model/editor-model.ts';
import styles from './timeline.module.css';

const STEP_S = 0.1;

/** The keyframes of a layer: a row for each property that has some. They move by dragging and arrow keys. */
export function KeyframeRows({ name, path, scale }: { name: string; path: LayerPath; scale: number }) {
  const { change } = useEditor();
  const layer = useEditorState((state) => layerAt(documentOf(state), path));
  if (!layer) return null;
  const setTime = (time: number) => change((state) => seek(state, time));
  const start = typeof layer['start'] === 'number' ? layer['start'] : 0;
  const put = (changed: JsonObject, gesture: string) =>
    change((state) =>
      edit(state, {
        document: withValue(documentOf(state), path, changed),
        label: `Keyframes of ${name}`,
        gesture,
      }),
    );
  const drag = (property: string, index: number, from: number, event: PointerEvent) => {
    event.preventDefault();
    const gesture = `keyframe ${event.timeStamp}`;
    followPointer(event, {
      onMove: ({ x }) => put(changedKeyframe(layer, property, index, { time: from + x / scale }), gesture),
      onEnd: (isDrag) => {
        if (!isDrag) setTime(rounded(start + from, 2));
        change(endEdit);
      },
    });
  };
  const press = (property: string, index: number, from: number, event: KeyboardEvent) => {
    const by = { ArrowLeft: -STEP_S, ArrowRight: STEP_S }[event.key];
    const isRemoval = event.key === 'Delete' || event.key === 'Backspace';
    if (by === undefined && !isRemoval && event.key !== 'Enter') return;
    event.preventDefault();
    if (isRemoval) put(withoutKeyframe(layer, property, index), `remove keyframe ${event.timeStamp}`);
    else if (by === undefined) setTime(rounded(start + from, 2));
    else put(changedKeyframe(layer, property, index, { time: from + by }), 'keyframe by keys');
  };
  return keyframedProperties(layer).map((property) => (
    <div key={property} className={styles.row}>
      <span className={styles.property}>{inWords(property)}</span>
      <div className={styles.lane} data-own-keys>
        {keyframesOf(layer, property).map((keyframe, index) => (
          <button
            key={index}
            type="button"
            className={styles.keyframe}
            style={{ left: (start + keyframe.time) * scale }}
            aria-label={`${inWords(property)} is ${inText(keyframe.value)} at ${rounded(start + keyframe.time, 2)} seconds`}
            onPointerDown={(event) => drag(property, index, keyframe.time, event)}
            onKeyDown={(event) => press(property, index, keyframe.time, event)}
          />
        ))}
      </div>
    </div>
  ));
}
