import type { PointerEvent } from 'react';
import { boxOf, layerAt, type LayerPath, parentSize } from '#libs/document';
import { type Handle, HANDLES } from '../document/handles.ts';
import { useEditor } from '../editor-model.ts';
import { boxStyle } from './box-style.ts';
import { InParent } from './in-parent.tsx';
import styles from './stage.module.css';

interface SelectionFrameProps {
  path: LayerPath;
  zoom: number;
  /** One layer alone can be sized and turned. */
  hasHandles: boolean;
  onHandle: (handle: Handle, event: PointerEvent) => void;
  onTurn: (event: PointerEvent) => void;
}

/** The box of a selected layer with its handles. The keyboard has the fields of the form for the same. */
export function SelectionFrame({ path, zoom, hasHandles, onHandle, onTurn }: SelectionFrameProps) {
  const { document } = useEditor();
  const layer = layerAt(document, path);
  if (!layer) return null;
  const box = boxOf(layer, parentSize(document, path));
  // Handles keep their size on a box that is scaled.
  const size = { scale: String(1 / (box.scale || 1)) };
  return (
    <InParent path={path} zoom={zoom}>
      <div className={styles.selected} style={boxStyle(box, zoom)} data-selected-layer={layer.name}>
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
    </InParent>
  );
}
