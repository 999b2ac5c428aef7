import { layerAt, type LayerPath, sameJson } from '#libs/document';
import { useEditorState } from '../model/editor-model.ts';
import { documentOf } from '../model/editor-state.ts';
import { useProperty } from '../model/use-property.ts';
import { boxStyle } from './box-style.ts';
import { boxInFrame } from './frame-box.ts';
import styles from './stage.module.css';

/** A field in the place of a text layer, in which its text is edited. */
export function TextInPlace({ path, zoom, onEnd }: { path: LayerPath; zoom: number; onEnd: () => void }) {
  const { value, set, settle } = useProperty([...path, 'text'], 'Write text');
  const { name, font_size } = useEditorState((state) => layerAt(documentOf(state), path)!);
  const box = useEditorState((state) => boxInFrame(state, path), sameJson);
  const fontSize = typeof font_size === 'number' ? font_size : 48;
  return (
    <textarea
      className={styles.text}
      style={{ ...boxStyle(box, zoom), fontSize: Math.max(12, Math.min(fontSize, box.size.height) * zoom) }}
      aria-label={`Text of ${name}`}
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
  );
}
