import { useMemo } from 'react';
import { Badge } from '../../ui/badge.tsx';
import { useEditor } from '../editor-model.ts';
import { pageStart } from '../timeline/page-times.ts';
import styles from './picture.module.css';
import { StillCanvas } from './still-canvas.tsx';
import { useStill } from './use-still.ts';

/** Pixels of the picture's width are multiples of this, so that a small change of the window asks for no other picture. */
const WIDTH_STEP = 160;

/** The page at the playhead as the renderer paints it. */
export function Picture({ width, height }: { width: number; height: number }) {
  const { document, state, time } = useEditor();
  const subject = useMemo(() => ({ document }), [document]);
  const pixels = Math.ceil((width * Math.min(2, window.devicePixelRatio)) / WIDTH_STEP) * WIDTH_STEP;
  const still = useStill({
    subject,
    time: pageStart(document, state.page) + time,
    width: Math.min(Number(document['width']) || pixels, pixels),
  });
  return (
    <>
      <StillCanvas
        picture={still.picture}
        className={styles.picture}
        style={{ width, height }}
        label={`Page ${state.page + 1} at ${time} seconds`}
      />
      <div className={styles.mark} role="status">
        {still.error ? (
          <Badge tone="bad">{still.error.message}</Badge>
        ) : still.isExact ? (
          <Badge tone="good">Exact</Badge>
        ) : (
          <Badge tone="busy">Painting</Badge>
        )}
      </div>
    </>
  );
}
