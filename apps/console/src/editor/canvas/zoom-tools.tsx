import { zoomedBy, zoomedTo } from '../model/editor-state.ts';
import { useEditor } from '../model/editor-model.ts';
import { ToolButton } from '../ui/tool-button.tsx';
import styles from './stage.module.css';
import type { StageView } from './use-zoom.ts';

const STEP = 1.25;

/** Zooming the stage: smaller, the whole picture, larger. */
export function ZoomTools({ view: { zoom, fit } }: { view: StageView }) {
  const { change } = useEditor();
  const percent = Math.round(zoom * 100);
  return (
    <div className={styles.zoom} role="group" aria-label="Zoom">
      <ToolButton icon="minus" label="Zoom out" onClick={() => change((state) => zoomedBy(state, 1 / STEP))} />
      <button
        type="button"
        className={styles.percent}
        title="Show the whole picture; again: a pixel as a pixel"
        aria-label={`Zoom ${percent} %`}
        onClick={() => change((state) => zoomedTo(state, state.zoom === 1 && fit > 0 ? 1 / fit : 1))}
      >
        {percent} %
      </button>
      <ToolButton icon="plus" label="Zoom in" onClick={() => change((state) => zoomedBy(state, STEP))} />
    </div>
  );
}
