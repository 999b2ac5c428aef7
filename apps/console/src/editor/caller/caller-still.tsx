import { useMemo } from 'react';
import { type JsonObject, sameJson } from '#libs/document';
import { ErrorNote } from '../../ui/error-state.tsx';
import { useEditor, useEditorState } from '../model/editor-model.ts';
import { documentOf, frameSize, pageNumberOf, timeOf } from '../model/editor-state.ts';
import { StillCanvas } from '../../ui/still-canvas.tsx';
import { useStill } from '../../api/use-still.ts';
import styles from './caller-panel.module.css';

const WIDTH = 600;

/** The page with the caller's changes, as the renderer paints it, or the faults of the request. */
export function CallerStill({ modifications, isDraft }: { modifications: JsonObject; isDraft: boolean }) {
  const { templateId } = useEditor();
  const { width, height } = useEditorState(frameSize, sameJson);
  const page = useEditorState(pageNumberOf);
  const time = useEditorState(timeOf);
  const document = useEditorState(documentOf);
  const shown = isDraft ? document : undefined;
  const subject = useMemo(
    () => ({ ...(shown ? { document: shown } : { template_id: templateId }), modifications }),
    [shown, templateId, modifications],
  );
  const still = useStill({ subject, page, time, width: WIDTH });
  const style = { aspectRatio: `${width} / ${height}` };
  return (
    <>
      <StillCanvas picture={still.picture} className={styles.picture} style={style} label="What the caller gets" />
      {still.error && <ErrorNote error={still.error} />}
    </>
  );
}
