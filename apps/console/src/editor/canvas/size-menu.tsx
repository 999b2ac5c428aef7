import { sameJson } from '#libs/document';
import { useEditor, useEditorState } from '../model/editor-model.ts';
import { showSize, sourceOf } from '../model/editor-state.ts';
import { sizeNames } from '../model/sized-document.ts';
import styles from './stage.module.css';

/** Chooses the size of the document that is shown, if it has several. What is placed there is placed in that size only. */
export function SizeMenu() {
  const { change } = useEditor();
  const names = useEditorState((state) => sizeNames(sourceOf(state)), sameJson);
  const size = useEditorState((state) => state.size);
  if (names.length < 2) return null;
  return (
    <select
      className={styles.sizes}
      aria-label="Size"
      value={names.includes(size) ? size : names[0]}
      onChange={(event) => change((state) => showSize(state, event.target.value))}
    >
      {names.map((name) => (
        <option key={name}>{name}</option>
      ))}
    </select>
  );
}
