import { type KeyboardEvent, useState } from 'react';
import {
  isLayerKind,
  type Layer,
  type LayerPath,
  layersOf,
  type Path,
  renameLayer,
  samePath,
  valueAt,
} from '#libs/document';
import { classes } from '../../ui/classes.ts';
import { documentOf, edit, select } from '../document/editor-state.ts';
import { inWords } from '../form/layer-sections.ts';
import { toggleVisible } from '../commands/layer-commands.ts';
import { useEditor } from '../editor-model.ts';
import { ToolButton } from '../ui/tool-button.tsx';
import { ToolIcon } from '../ui/tool-icon.tsx';
import { LayerMenu } from './layer-menu.tsx';
import styles from './layers-panel.module.css';
import { useLayerDrag } from './use-layer-drag.ts';

/** The layers of a page or a group, the topmost first. */
export function LayerList({ holder }: { holder: Path }) {
  const { document } = useEditor();
  const layers = layersOf(valueAt(document, holder));
  return (
    <ul className={styles.list}>
      {layers
        .map((layer, index) => <LayerRow key={layer.name} layer={layer} path={[...holder, 'layers', index]} />)
        .reverse()}
    </ul>
  );
}

/** A layer in the list, to select, rename, hide, lock and move it, with the layers of a group below it. */
function LayerRow({ layer, path }: { layer: Layer; path: LayerPath }) {
  const { state, change, isLocked, toggleLock, canWrite } = useEditor();
  const [isRenaming, setRenaming] = useState(false);
  const [isOpen, setOpen] = useState(true);
  const { dropAt, handlers } = useLayerDrag(path, layer.type === 'group');
  const isSelected = state.selection.some((selected) => samePath(selected, path));
  const isHidden = layer['visible'] === false;
  const rename = (name: string) => {
    setRenaming(false);
    if (name === '' || name === layer.name) return;
    change((before) =>
      edit(before, { document: renameLayer(documentOf(before), path, name), label: `Rename ${layer.name}` }),
    );
  };
  const onKey = (event: KeyboardEvent) => {
    if (event.key === 'F2' && canWrite) setRenaming(true);
  };
  return (
    <li>
      <div
        className={classes(styles.row, isHidden && styles.hidden)}
        data-selected={isSelected}
        data-drop={dropAt}
        draggable={canWrite && !isRenaming}
        {...handlers}
      >
        {layer.type === 'group' && (
          <ToolButton
            icon="chevron"
            className={classes(styles.tool, styles.fold)}
            label={`Layers of ${layer.name}`}
            aria-expanded={isOpen}
            onClick={() => setOpen(!isOpen)}
          />
        )}
        {isRenaming ? (
          <NameField name={layer.name} onName={rename} />
        ) : (
          <button
            type="button"
            className={styles.select}
            aria-pressed={isSelected}
            onClick={({ shiftKey, ctrlKey, metaKey }) =>
              change((before) => select(before, path, shiftKey || ctrlKey || metaKey))
            }
            onDoubleClick={() => canWrite && setRenaming(true)}
            onKeyDown={onKey}
          >
            <ToolIcon name={isLayerKind(layer.type) ? layer.type : 'shape'} />
            <span className="visually-hidden">{inWords(layer.type)}</span>
            <span className={styles.name}>{layer.name}</span>
          </button>
        )}
        {canWrite && <LayerMenu layer={layer} path={path} onRename={() => setRenaming(true)} />}
        <ToolButton
          icon={isLocked(path) ? 'lock' : 'unlock'}
          className={styles.tool}
          label={`Lock ${layer.name}`}
          isPressed={isLocked(path)}
          onClick={() => toggleLock(path)}
        />
        {canWrite && (
          <ToolButton
            icon={isHidden ? 'eye-off' : 'eye'}
            className={styles.tool}
            label={`Hide ${layer.name}`}
            isPressed={isHidden}
            onClick={() => change((before) => toggleVisible(before, path))}
          />
        )}
      </div>
      {layer.type === 'group' && isOpen && <LayerList holder={path} />}
    </li>
  );
}

/** Takes the focus; Enter and leaving it rename, Escape does not. */
function NameField({ name, onName }: { name: string; onName: (name: string) => void }) {
  const [text, setText] = useState(name);
  return (
    <input
      className={styles.rename}
      aria-label={`New name of ${name}`}
      value={text}
      maxLength={120}
      ref={(input) => input?.focus()}
      onFocus={(event) => event.target.select()}
      onChange={(event) => setText(event.target.value)}
      onBlur={() => onName(text.trim())}
      onKeyDown={(event) => {
        if (event.key === 'Enter') onName(text.trim());
        if (event.key === 'Escape') onName('');
        event.stopPropagation();
      }}
    />
  );
}
