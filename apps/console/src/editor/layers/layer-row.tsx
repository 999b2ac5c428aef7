import { memo, useMemo, useState } from 'react';
import { holdsLayers, isLayerKind, layersOf, type Path, renameLayer, sameJson, valueAt } from '#libs/document';
import { classes } from '../../ui/classes.ts';
import { toggleVisible } from '../commands/layer-commands.ts';
import { useEditor, useEditorState } from '../model/editor-model.ts';
import {
  documentOf,
  editSource,
  type EditorState,
  isLocked,
  isSelected,
  select,
  sourceOf,
  toggleLock,
} from '../model/editor-state.ts';
import { inWords } from '../schema/layer-sections.ts';
import { ToolButton } from '../ui/tool-button.tsx';
import { Icon } from '../../ui/icon.tsx';
import line from './drop-line.module.css';
import { LayerMenu } from './layer-menu.tsx';
import styles from './layers-panel.module.css';
import { StructureMark, structureMark } from './structure-mark.tsx';
import { useLayerDrag } from './use-layer-drag.ts';

/** The facts of a layer that the list shows. */
type ListedLayer = Readonly<{ name: string; kind: string; isHidden: boolean; mark: string | undefined }>;

/** The layers of a page or a group, the topmost first. */
export function LayerList({ holder }: { holder: Path }) {
  const layers = useEditorState((state) => listed(state, holder), sameJson);
  return (
    <ul className={styles.list}>
      {layers.map((layer, index) => <LayerRow key={layer.name} {...layer} holder={holder} index={index} />).reverse()}
    </ul>
  );
}

function listed(state: EditorState, holder: Path): readonly ListedLayer[] {
  const layers = layersOf(valueAt(documentOf(state), holder));
  return layers.map((layer) => ({
    name: layer.name,
    kind: layer.type,
    isHidden: layer['visible'] === false,
    mark: structureMark(layer),
  }));
}

interface LayerRowProps extends ListedLayer {
  holder: Path;
  /** The layer's position in its holder. */
  index: number;
}

/** A layer in the list, to select, rename, hide, lock and move it, with the layers of a group or stack below it. */
const LayerRow = memo(function LayerRow({ name, kind, isHidden, mark, holder, index }: LayerRowProps) {
  const { canWrite } = useEditor();
  const path = useMemo(() => [...holder, 'layers', index], [holder, index]);
  const [isRenaming, setRenaming] = useState(false);
  const [isOpen, setOpen] = useState(true);
  const isHolder = holdsLayers({ type: kind });
  const { dropAt, handlers } = useLayerDrag(path, isHolder);
  const selected = useEditorState((state) => isSelected(state, path));
  const startRenaming = () => setRenaming(true);
  return (
    <li>
      <div
        className={classes(line.target, styles.row, isHidden && styles.hidden)}
        data-selected={selected}
        data-drop={dropAt}
        draggable={canWrite && !isRenaming}
        {...handlers}
      >
        {isHolder && (
          <ToolButton
            icon="chevron"
            className={classes(styles.tool, styles.fold)}
            label={`Layers of ${name}`}
            aria-expanded={isOpen}
            onClick={() => setOpen(!isOpen)}
          />
        )}
        {isRenaming ? (
          <NameField name={name} path={path} onEnd={() => setRenaming(false)} />
        ) : (
          <NameButton name={name} kind={kind} path={path} isSelected={selected} onRename={startRenaming} />
        )}
        <StructureMark mark={mark} />
        {canWrite && <LayerMenu name={name} path={path} onRename={startRenaming} />}
        <RowTools name={name} path={path} isHidden={isHidden} />
      </div>
      {isHolder && isOpen && <LayerList holder={path} />}
    </li>
  );
});

interface NameButtonProps {
  name: string;
  kind: string;
  path: Path;
  isSelected: boolean;
  onRename: () => void;
}

/** Selects the layer; a double press and F2 rename it. */
function NameButton({ name, kind, path, isSelected: isPressed, onRename }: NameButtonProps) {
  const { change, canWrite } = useEditor();
  return (
    <button
      type="button"
      className={styles.select}
      aria-pressed={isPressed}
      onClick={({ shiftKey, ctrlKey, metaKey }) =>
        change((before) => select(before, path, shiftKey || ctrlKey || metaKey))
      }
      onDoubleClick={() => canWrite && onRename()}
      onKeyDown={(event) => {
        if (event.key === 'F2' && canWrite) onRename();
      }}
    >
      <Icon name={isLayerKind(kind) ? kind : 'shape'} />
      <span className="visually-hidden">{inWords(kind)}</span>
      <span className={styles.name}>{name}</span>
    </button>
  );
}

/** Locks the layer, and hides it. */
function RowTools({ name, path, isHidden }: { name: string; path: Path; isHidden: boolean }) {
  const { change, canWrite } = useEditor();
  const locked = useEditorState((state) => isLocked(state, path));
  return (
    <>
      <ToolButton
        icon={locked ? 'lock' : 'unlock'}
        className={styles.tool}
        label={`Lock ${name}`}
        isPressed={locked}
        onClick={() => change((before) => toggleLock(before, path))}
      />
      {canWrite && (
        <ToolButton
          icon={isHidden ? 'eye-off' : 'eye'}
          className={styles.tool}
          label={`Hide ${name}`}
          isPressed={isHidden}
          onClick={() => change((before) => toggleVisible(before, path))}
        />
      )}
    </>
  );
}

/** Takes the focus; Enter and leaving it rename, Escape does not. */
function NameField({ name, path, onEnd }: { name: string; path: Path; onEnd: () => void }) {
  const { change } = useEditor();
  const [text, setText] = useState(name);
  const rename = (next: string) => {
    onEnd();
    if (next === '' || next === name) return;
    change((before) =>
      editSource(before, { document: renameLayer(sourceOf(before), path, next), label: `Rename ${name}` }),
    );
  };
  return (
    <input
      className={styles.rename}
      aria-label={`New name of ${name}`}
      value={text}
      maxLength={120}
      ref={(input) => input?.focus()}
      onFocus={(event) => event.target.select()}
      onChange={(event) => setText(event.target.value)}
      onBlur={() => rename(text.trim())}
      onKeyDown={(event) => {
        if (event.key === 'Enter') rename(text.trim());
        if (event.key === 'Escape') onEnd();
        event.stopPropagation();
      }}
    />
  );
}
