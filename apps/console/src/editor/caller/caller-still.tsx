import { useMemo } from 'react';
import { type JsonObject, pageStart } from '#libs/document';
import { ErrorNote } from '../../ui/error-state.tsx';
import { useEditor } from '../editor-model.ts';
import { StillCanvas } from '../picture/still-canvas.tsx';
import { useStill } from '../picture/use-still.ts';
import styles from './caller-panel.module.css';

const WIDTH = 600;

/** The page with the caller's changes, as the renderer paints it, or the faults of the request. */
export function CallerStill({ modifications }: { modifications: JsonObject }) {
  const { templateId, document, state, time } = useEditor();
  const subject = useMemo(() => ({ template_id: templateId, modifications }), [templateId, modifications]);
  const still = useStill({ subject, time: pageStart(document, state.page) + time, width: WIDTH });
  const style = { aspectRatio: `${Number(document['width'])} / ${Number(document['height'])}` };
  return (
    <>
      <StillCanvas picture={still.picture} className={styles.picture} style={style} label="What the caller gets" />
      {still.error && <ErrorNote error={still.error} />}
    </>
  );
}
