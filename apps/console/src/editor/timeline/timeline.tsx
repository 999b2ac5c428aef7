import { useCallback, useState } from 'react';
import { pageDuration, pagesOf, rounded, samePath, valueAt, walkLayers } from '#libs/document';
import { useEditor } from '../editor-model.ts';
import { BarRow } from './bar-row.tsx';
import { KeyframeRows } from './keyframe-rows.tsx';
import { Ruler } from './ruler.tsx';
import styles from './timeline.module.css';
import { TransitionRow } from './transition-row.tsx';

/** The time of the page: a bar for each layer, the keyframes of those that are selected, and the playhead. */
export function Timeline() {
  const { document, state, time } = useEditor();
  const [width, setWidth] = useState(0);
  const measure = useCallback((element: HTMLElement | null) => {
    if (!element) return undefined;
    const observer = new ResizeObserver(([entry]) => entry && setWidth(entry.contentRect.width));
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  const page = ['pages', state.page];
  const pageS = pageDuration(pagesOf(document)[state.page]);
  const scale = pageS > 0 ? width / pageS : 0;
  const layers = [...walkLayers(valueAt(document, page), page)].reverse();
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
        {layers.map(({ layer, path }) => (
          <div key={layer.name} role="group" aria-label={layer.name}>
            <BarRow layer={layer} path={path} pageS={pageS} scale={scale} />
            {state.selection.some((selected) => samePath(selected, path)) && (
              <KeyframeRows layer={layer} path={path} scale={scale} />
            )}
          </div>
        ))}
        {layers.length === 0 && (
          <p className={styles.empty}>Layers of this page are shown here with the time they take.</p>
        )}
        <div className={styles.lineRoom} aria-hidden="true">
          <span className={styles.line} style={{ left: Math.min(time, pageS) * scale }} />
        </div>
      </div>
    </section>
  );
}

/** The moment that is shown, in seconds of the page. */
function TimeField({ pageS }: { pageS: number }) {
  const { time, setTime } = useEditor();
  return (
    <label className={styles.time}>
      <span className="visually-hidden">Moment in seconds of the page</span>
      <input
        type="number"
        min={0}
        max={pageS}
        step={0.1}
        value={time}
        onChange={(event) => setTime(rounded(Math.min(pageS, Math.max(0, event.target.valueAsNumber || 0)), 2))}
      />
      <span aria-hidden="true">of {pageS} s</span>
    </label>
  );
}
