import { layerAt, type LayerPath, sameJson } from '#libs/document';
import { useEditorState } from '../model/editor-model.ts';
import { documentOf } from '../model/editor-state.ts';
import { boxStyle } from './box-style.ts';
import { boxInFrame } from './frame-box.ts';
import type { Gestures } from './gestures.ts';
import { HANDLES } from './handles.ts';
import styles from './stage.module.css';

interface SelectionFrameProps extends Pick<Gestures, 'onHandle' | 'onTurn'> {
  path: LayerPath;
  zoom: number;
  /** Whether the frame has handles: only a single selected layer can be sized and turned. */
  hasHandles: boolean;
}

/** The box of a selected layer with its handles. For the keyboard, the fields of the form do the same. */
export function SelectionFrame({ path, zoom, hasHandles, onHandle, onTurn }: SelectionFrameProps) {
  const name = useEditorState((state) => layerAt(documentOf(state), path)?.name);
  const box = useEditorState((state) => (layerAt(documentOf(state), path) ? boxInFrame(state, path) : null), sameJson);
  if (!box) return null;
  // Handles keep their size on a box that is scaled.
  const size = { scale: String(1 / (Math.hypot(box.matrix[0], box.matrix[1]) || 1)) };
  return (
    <div className={styles.selected} style={boxStyle(box, zoom)} data-selected-layer={name}>
      {hasHandles && (
        <>
          <span className={styles.stem} />
          <span className={styles.turn} style={size} data-handle="turn" onPointerDown={onTurn} />
          {HANDLES.map((handle) => (
            <span
              key={handle}
              className={styles.handle}
              style={size}
              data-handle={handle}
              onPointerDown={(event) => onHandle(handle, event)}
            />
          ))}
        </>
      )}
    </div>
  );
}
