import { memo, useCallback, useState } from 'react';
import { type LayerPath, sameJson, valueAt, walkLayers } from '#libs/document';
import { useEditorState } from '../model/editor-model.ts';
import { documentOf, type EditorState, isSelected, pageSecondsOf, timeOf } from '../model/editor-state.ts';
import { BarRow } from './bar-row.tsx';
import { KeyframeRows } from './keyframe-rows.tsx';
import { Ruler } from './ruler.tsx';
import styles from './timeline.module.css';
import { TransitionRow } from './transition-row.tsx';
import { useSeek } from './use-seek.ts';

/** The time of the page: a bar for each layer, the keyframes of those that are selected, and the playhead. */
export function TimelinePanel() {
  const [width, setWidth] = useState(0);
  const measure = useCallback((element: HTMLElement | null) => {
    if (!element) return undefined;
    const observer = new ResizeObserver(([entry]) => entry && setWidth(entry.contentRect.width));
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  const pageS = useEditorState(pageSecondsOf);
  const layers = useEditorState(topmostFirst, sameJson);
  const scale = pageS > 0 ? width / pageS : 0;
  return (
    <section className={styles.timeline} data-part="time" aria-label="Timeline">
      <div className={styles.head}>
        <TimeField pageS={pageS} />
        <div className={styles.track} ref={measure}>
          {scale > 0 && <Ruler pageS={pageS} scale={scale} />}
        </div>
      </div>
      <div className={styles.body}>
        <TransitionRow pageS={pageS} scale={scale} />
        {layers.map(({ name, path }) => (
          <LayerRows key={name} name={name} path={path} pageS={pageS} scale={scale} />
        ))}
        {layers.length === 0 && (
          <p className={styles.empty}>Layers of this page are shown here with the time they take.</p>
        )}
        <Playhead pageS={pageS} scale={scale} />
      </div>
    </section>
  );
}

function topmostFirst(state: EditorState) {
  const page = ['pages', state.page];
  const layers = [...walkLayers(valueAt(documentOf(state), page), page)];
  return layers.map(({ layer, path }) => ({ name: layer.name, path })).reverse();
}

interface LayerRowsProps {
  name: string;
  path: LayerPath;
  pageS: number;
  /** Pixels of a second. */
  scale: number;
}

const LayerRows = memo(function LayerRows({ name, path, pageS, scale }: LayerRowsProps) {
  const selected = useEditorState((state) => isSelected(state, path));
  return (
    <div role="group" aria-label={name}>
      <BarRow name={name} path={path} pageS={pageS} scale={scale} isSelected={selected} />
      {selected && <KeyframeRows name={name} path={path} scale={scale} />}
    </div>
  );
});

function Playhead({ pageS, scale }: { pageS: number; scale: number }) {
  const time = useEditorState(timeOf);
  return (
    <div className={styles.lineRoom} aria-hidden="true">
      <span className={styles.line} style={{ left: Math.min(time, pageS) * scale }} />
    </div>
  );
}

/** The moment that is shown, in seconds of the page. */
function TimeField({ pageS }: { pageS: number }) {
  const show = useSeek(pageS);
  const time = useEditorState(timeOf);
  return (
    <label className={styles.time}>
      <span className="visually-hidden">Moment in seconds of the page</span>
      <input
        type="number"
        min={0}
        max={pageS}
        step={0.1}
        value={time}
        onChange={(event) => show(event.target.valueAsNumber || 0)}
      />
      <span aria-hidden="true">of {pageS} s</span>
    </label>
  );
}
