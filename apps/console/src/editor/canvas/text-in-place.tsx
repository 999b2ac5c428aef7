import { type CSSProperties } from 'react';
import { layerAt, type LayerPath, sameJson } from '#libs/document';
import { useEditorState } from '../model/editor-model.ts';
import { documentOf, frameSize } from '../model/editor-state.ts';
import { useProperty } from '../model/use-property.ts';
import { boxStyle } from './box-style.ts';
import { useVideoFont } from './video-fonts.ts';
import { boxInFrame } from './frame-box.ts';
import styles from './stage.module.css';
import { linesPlace, textStyle } from './text-style.ts';

/**
 * A field in the place of a text layer, in which its text is edited: a caret over the picture, which shows the text as it
 * is drawn. A text with expressions is seen as it is written.
 */
export function TextInPlace({ path, zoom, onEnd }: { path: LayerPath; zoom: number; onEnd: () => void }) {
  const { value, set, settle } = useProperty([...path, 'text'], 'Write text');
  const layer = useEditorState((state) => layerAt(documentOf(state), path)!);
  const box = useEditorState((state) => boxInFrame(state, path), sameJson);
  const frame = useEditorState(frameSize, sameJson);
  const text = typeof value === 'string' ? value : '';
  const { font_family: family } = layer;
  useVideoFont(typeof family === 'string' ? family : 'Inter');
  const place: CSSProperties = { ...boxStyle(box, zoom), alignItems: linesPlace(layer) };
  return (
    <div className={styles.writing} style={place} onPointerDown={(event) => event.stopPropagation()}>
      <textarea
        className={styles.text}
        style={textStyle(layer, { box: box.size, frame, zoom })}
        data-source={text.includes('{{')}
        dir="auto"
        rows={text.split('\n').length}
        aria-label={`Text of ${layer.name}`}
        value={text}
        ref={(field) => field?.focus()}
        onFocus={(event) => event.target.select()}
        onChange={(event) => set(event.target.value)}
        onBlur={() => {
          settle();
          onEnd();
        }}
        onKeyDown={(event) => {
          const isEnd = event.key === 'Escape' || (event.key === 'Enter' && (event.ctrlKey || event.metaKey));
          if (isEnd) event.currentTarget.blur();
        }}
      />
    </div>
  );
}
