import type { KeyboardEvent, PointerEvent } from 'react';
import {
  changedKeyframe,
  inText,
  type KeyframeJson,
  propertiesWithKeyframes,
  keyframesOf,
  layerAt,
  type LayerPath,
  rounded,
  withoutKeyframe,
} from '#libs/document';
import { followPointer } from '../ui/follow-pointer.ts';
import { documentOf, endEdit, seek } from '../model/editor-state.ts';
import { inWords } from '../schema/layer-sections.ts';
import { useEditor, useEditorState } from '../model/editor-model.ts';
import { useLayerEdit } from '../model/use-layer-edit.ts';
import styles from './timeline.module.css';

const STEP_S = 0.1;

/** The keyframes of a layer: a row for each property that has some. They move by dragging and arrow keys. */
export function KeyframeRows({ name, path, scale }: { name: string; path: LayerPath; scale: number }) {
  const put = useLayerEdit(path, `Keyframes of ${name}`);
  const layer = useEditorState((state) => layerAt(documentOf(state), path));
  if (!layer) return null;
  return propertiesWithKeyframes(layer).map((property) => (
    <div key={property} className={styles.row}>
      <span className={styles.property}>{inWords(property)}</span>
      <div className={styles.lane} data-own-keys>
        {keyframesOf(layer, property).map((keyframe, index) => (
          <KeyframeMark
            key={index}
            property={property}
            keyframe={keyframe}
            start={typeof layer['start'] === 'number' ? layer['start'] : 0}
            scale={scale}
            onTime={(time, gesture) => put(changedKeyframe(layer, property, index, { time }), gesture)}
            onRemove={(gesture) => put(withoutKeyframe(layer, property, index), gesture)}
          />
        ))}
      </div>
    </div>
  ));
}

interface KeyframeMarkProps {
  property: string;
  keyframe: KeyframeJson;
  /** Seconds of the page at which the layer begins. */
  start: number;
  /** Pixels of a second. */
  scale: number;
  /** Moves the keyframe to a time of the layer, s. */
  onTime: (time: number, gesture: string) => void;
  onRemove: (gesture: string) => void;
}

/** A keyframe, which moves. A click or Enter moves the playhead to it. */
function KeyframeMark({ property, keyframe, start, scale, onTime, onRemove }: KeyframeMarkProps) {
  const { change } = useEditor();
  const from = keyframe.time;
  const at = rounded(start + from, 2);
  const show = () => change((state) => seek(state, at));
  const drag = (event: PointerEvent) => {
    event.preventDefault();
    const gesture = `keyframe ${event.timeStamp}`;
    followPointer(event, {
      onMove: ({ x }) => onTime(from + x / scale, gesture),
      onEnd: (isDrag) => {
        if (!isDrag) show();
        change(endEdit);
      },
    });
  };
  const press = (event: KeyboardEvent) => {
    const by = { ArrowLeft: -STEP_S, ArrowRight: STEP_S }[event.key];
    const isRemoval = event.key === 'Delete' || event.key === 'Backspace';
    if (by === undefined && !isRemoval && event.key !== 'Enter') return;
    event.preventDefault();
    if (isRemoval) onRemove(`remove keyframe ${event.timeStamp}`);
    else if (by === undefined) show();
    else onTime(from + by, 'keyframe by keys');
  };
  return (
    <button
      type="button"
      className={styles.keyframe}
      style={{ left: (start + from) * scale }}
      aria-label={`${inWords(property)} is ${inText(keyframe.value)} at ${at} seconds`}
      onPointerDown={drag}
      onKeyDown={press}
    />
  );
}
