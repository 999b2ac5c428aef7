import type { KeyboardEvent, PointerEvent } from 'react';
import { layerAt, type LayerPath, type Point, rounded, sameJson } from '#libs/document';
import { useEditor, useEditorState } from '../model/editor-model.ts';
import { documentOf, edit, type EditorState, endEdit, seek } from '../model/editor-state.ts';
import { arrowWay } from '../ui/arrow-way.ts';
import { followPointer } from '../ui/follow-pointer.ts';
import { motionPath, withPointMoved } from './motion-path.ts';
import styles from './stage.module.css';

/** The way of a layer with keyframes of its place, with a point for each, which moves by dragging and by arrow keys. */
export function MotionMarks({ path, zoom }: { path: LayerPath; zoom: number }) {
  const { change, store } = useEditor();
  const motion = useEditorState((state) => motionPath(state, path), sameJson);
  const name = useEditorState((state) => layerAt(documentOf(state), path)?.name ?? '');
  const start = useEditorState((state) => Number(layerAt(documentOf(state), path)?.['start'] ?? 0) || 0);
  if (!motion) return null;
  const put = (from: EditorState, time: number, by: Point, gesture: string) => {
    const document = withPointMoved(from, path, time, by);
    change((state) => edit(state, { document, label: `Path of ${name}`, gesture }));
  };
  const drag = (event: PointerEvent, time: number) => {
    event.stopPropagation();
    const from = store.value();
    const gesture = `path ${event.timeStamp}`;
    followPointer(event, {
      onMove: (by) => put(from, time, { x: by.x / zoom, y: by.y / zoom }, gesture),
      onEnd: (isDrag) => {
        change(endEdit);
        if (!isDrag) change((state) => seek(state, rounded(start + time, 2)));
      },
    });
  };
  const press = (event: KeyboardEvent, time: number) => {
    const way = arrowWay(event);
    if (event.key === 'Enter') change((state) => seek(state, rounded(start + time, 2)));
    if (!way) return;
    event.preventDefault();
    put(store.value(), time, way, `path by keys ${time}`);
  };
  return (
    <>
      <svg className={styles.path} aria-hidden="true">
        <polyline points={motion.line.map(({ x, y }) => `${x * zoom},${y * zoom}`).join(' ')} />
      </svg>
      {motion.points.map(({ x, y, time }) => (
        <button
          key={time}
          type="button"
          className={styles.point}
          style={{ left: x * zoom, top: y * zoom }}
          aria-label={`Place of ${name} at ${rounded(start + time, 2)} seconds`}
          data-own-keys
          onPointerDown={(event) => drag(event, time)}
          onKeyDown={(event) => press(event, time)}
          onBlur={() => change(endEdit)}
        />
      ))}
    </>
  );
}
