import { memo, type RefObject, useCallback, useEffect, useEffectEvent, useRef, useState } from 'react';
import { sameJson, samePath } from '#libs/document';
import { useEditorState } from '../model/editor-model.ts';
import { pageSecondsOf, timeOf } from '../model/editor-state.ts';
import { BarRow, type BarRowProps } from './bar-row.tsx';
import { ToolButton } from '../ui/tool-button.tsx';
import { KeyframeRows } from './keyframe-rows.tsx';
import { LoopButton, LoopRange } from './loop-range.tsx';
import { PanelHeight } from './panel-height.tsx';
import { Ruler } from './ruler.tsx';
import styles from './timeline.module.css';
import { SoundRow } from './sound-row.tsx';
import { timelineRows } from './timeline-rows.ts';
import { TransitionRow } from './transition-row.tsx';
import { useSeek } from './use-seek.ts';

const ZOOM_STEP = 1.5;
const MOST_ZOOM = 30;

/** The time of the page: a bar for each layer, the keyframes of those that are selected, and the playhead. */
export function TimelinePanel() {
  const [width, setWidth] = useState(0);
  const [zoom, setZoom] = useState(1);
  const scroller = useRef<HTMLDivElement>(null);
  const measure = useCallback((element: HTMLElement | null) => {
    if (!element) return undefined;
    const observer = new ResizeObserver(([entry]) => entry && setWidth(entry.contentRect.width));
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  const pageS = useEditorState(pageSecondsOf);
  const layers = useEditorState(timelineRows, sameJson);
  const selection = useEditorState((state) => state.selection, sameJson);
  const scale = pageS > 0 ? width / pageS : 0;
  const zoomBy = (factor: number) => setZoom(Math.min(MOST_ZOOM, Math.max(1, zoom * factor)));
  usePlayheadInView(scroller, scale, zoom);
  return (
    <section className={styles.timeline} data-part="time" aria-label="Timeline">
      <PanelHeight />
      <div
        ref={scroller}
        className={styles.scroller}
        onWheel={(event) => event.altKey && zoomBy(event.deltaY < 0 ? ZOOM_STEP : 1 / ZOOM_STEP)}
      >
        <div className={styles.sheet} data-zoomed={zoom > 1} style={{ width: `${zoom * 100}%` }}>
          <div className={styles.head}>
            <div className={styles.time}>
              <TimeField pageS={pageS} />
              <LoopButton pageS={pageS} />
              <ToolButton
                icon="minus"
                className={styles.tool}
                label="Zoom out of the timeline"
                disabled={zoom === 1}
                onClick={() => zoomBy(1 / ZOOM_STEP)}
              />
              <ToolButton
                icon="plus"
                className={styles.tool}
                label="Zoom into the timeline"
                onClick={() => zoomBy(ZOOM_STEP)}
              />
            </div>
            <div className={styles.track} ref={measure}>
              {scale > 0 && <Ruler pageS={pageS} scale={scale} />}
              {scale > 0 && <LoopRange pageS={pageS} scale={scale} />}
            </div>
          </div>
          <div className={styles.body}>
            <TransitionRow pageS={pageS} scale={scale} />
            <SoundRow pageS={pageS} scale={scale} />
            {layers.map(({ name, path, hasClip }) => (
              <LayerRows
                key={name}
                {...{ name, path, hasClip, pageS, scale }}
                isSelected={selection.some((each) => samePath(each, path))}
              />
            ))}
            {layers.length === 0 && (
              <p className={styles.empty}>Layers of this page are shown here with the time they take.</p>
            )}
            <Playhead pageS={pageS} scale={scale} />
          </div>
        </div>
      </div>
    </section>
  );
}

/** Keeps the playhead in the middle of the view while the timeline is zoomed. */
function usePlayheadInView(scroller: RefObject<HTMLDivElement | null>, scale: number, zoom: number): void {
  const time = useEditorState(timeOf);
  const center = useEffectEvent(() => {
    const half = (scroller.current?.clientWidth ?? 0) / 2;
    scroller.current?.scrollTo({ left: time * scale - half + NAMES_PX, behavior: 'instant' });
  });
  useEffect(() => center(), [zoom]);
}

/** Width of the column of names, px: as in the styles. */
const NAMES_PX = 200;

const LayerRows = memo(function LayerRows(props: BarRowProps) {
  const { name, path, scale, isSelected } = props;
  const ref = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (isSelected) ref.current?.scrollIntoView({ block: 'nearest', inline: 'nearest', behavior: 'instant' });
  }, [isSelected]);
  return (
    <div ref={ref} className={styles.rows} role="group" aria-label={name}>
      <BarRow {...props} />
      {isSelected && <KeyframeRows name={name} path={path} scale={scale} />}
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
    <label className={styles.moment}>
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
