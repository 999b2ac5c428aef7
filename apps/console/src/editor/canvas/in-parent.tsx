import type { ReactNode } from 'react';
import { boxOf, layerAt, type LayerPath, parentSize } from '#libs/document';
import { useEditor } from '../editor-model.ts';
import { boxStyle } from './box-style.ts';
import styles from './stage.module.css';

/** Shows `children` in the coordinates of the layer's parent: the frame, or a group that may be turned. */
export function InParent({ path, zoom, children }: { path: LayerPath; zoom: number; children: ReactNode }) {
  const { document } = useEditor();
  let shown = children;
  for (let depth = path.length - 2; depth >= 4; depth -= 2) {
    const group = path.slice(0, depth);
    const box = boxOf(layerAt(document, group)!, parentSize(document, group));
    shown = (
      <div className={styles.holder} style={boxStyle(box, zoom)}>
        {shown}
      </div>
    );
  }
  return shown;
}
