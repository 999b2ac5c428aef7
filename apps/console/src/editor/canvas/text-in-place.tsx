import { boxOf, layerAt, type LayerPath, parentSize } from '#libs/document';
import { useEditor, useProperty } from '../editor-model.ts';
import { boxStyle } from './box-style.ts';
import { InParent } from './in-parent.tsx';
import styles from './stage.module.css';

/** The text of a layer, written where it is shown. */
export function TextInPlace({ path, zoom, onEnd }: { path: LayerPath; zoom: number; onEnd: () => void }) {
  const { document } = useEditor();
  const { value, set, settle } = useProperty([...path, 'text'], 'Write text');
  const layer = layerAt(document, path);
  if (!layer) return null;
  const box = boxOf(layer, parentSize(document, path));
  const fontSize = typeof layer['font_size'] === 'number' ? layer['font_size'] : 48;
  return (
    <InParent path={path} zoom={zoom}>
      <textarea
        className={styles.text}
        style={{ ...boxStyle(box, zoom), fontSize: Math.max(12, Math.min(fontSize, box.height) * zoom) }}
        aria-label={`Text of ${layer.name}`}
        value={typeof value === 'string' ? value : ''}
        ref={(field) => field?.focus()}
        onFocus={(event) => event.target.select()}
        onChange={(event) => set(event.target.value)}
        onBlur={() => {
          settle();
          onEnd();
        }}
        onKeyDown={(event) => {
          if (event.key === 'Escape' || (event.key === 'Enter' && (event.ctrlKey || event.metaKey))) onEnd();
        }}
        onPointerDown={(event) => event.stopPropagation()}
      />
    </InParent>
  );
}
