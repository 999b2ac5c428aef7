import type { CSSProperties } from 'react';
import { layerAt, type LayerPath, sameJson } from '#libs/document';
import { useEditorState } from '../model/editor-model.ts';
import { documentOf } from '../model/editor-state.ts';
import { boxStyle } from './box-style.ts';
import { commonRect } from './common-box.ts';
import { boxInFrame } from './frame-box.ts';
import type { Gestures } from './gestures.ts';
import { HANDLES } from './handles.ts';
import styles from './stage.module.css';

type HandleProps = Pick<Gestures, 'onHandle' | 'onTurn'>;

interface SelectionFrameProps extends HandleProps {
  path: LayerPath;
  zoom: number;
  /** Whether the frame has handles: those of several layers are at their common box. */
  hasHandles: boolean;
}

/** The box of a selected layer with its handles. For the keyboard, the fields of the form do the same. */
export function SelectionFrame({ path, zoom, hasHandles, onHandle, onTurn }: SelectionFrameProps) {
  const name = useEditorState((state) => layerAt(documentOf(state), path)?.name);
  const box = useEditorState((state) => (layerAt(documentOf(state), path) ? boxInFrame(state, path) : null), sameJson);
  if (!box) return null;
  // Handles keep their size on a box that is scaled.
  const scale = Math.hypot(box.matrix[0], box.matrix[1]) || 1;
  const size = scale === 1 ? {} : { scale: String(1 / scale) };
  return (
    <div className={styles.selected} style={boxStyle(box, zoom)} data-selected-layer={name}>
      {hasHandles && <Handles size={size} onHandle={onHandle} onTurn={onTurn} />}
    </div>
  );
}

/** The box around several selected layers, whose handles size and turn them together. */
export function CommonFrame({ zoom, ...on }: HandleProps & { zoom: number }) {
  const { x, y, width, height } = useEditorState(commonRect, sameJson);
  const place = { left: x * zoom, top: y * zoom, width: width * zoom, height: height * zoom };
  return (
    <div className={`${styles.selected} ${styles.common}`} style={place} data-common-box>
      <Handles size={{}} {...on} />
    </div>
  );
}

function Handles({ size, onHandle, onTurn }: HandleProps & { size: CSSProperties }) {
  return (
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
  );
}
