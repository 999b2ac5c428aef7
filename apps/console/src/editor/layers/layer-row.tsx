import { memo, useMemo, useState } from 'react';
import {
  holdsLayers,
  isLayerKind,
  type Layer,
  layersOf,
  type Path,
  renameLayer,
  sameJson,
  samePath,
  valueAt,
} from '#libs/document';
import { classes } from '../../ui/classes.ts';
import { toggleLock, toggleVisible } from '../commands/layer-commands.ts';
import { useEditor, useEditorState } from '../model/editor-model.ts';
import { documentOf, editSource, type EditorState, select, sourceOf } from '../model/editor-state.ts';
import { inWords } from '../schema/layer-sections.ts';
import { ToolButton } from '../ui/tool-button.tsx';
import { Icon } from '../../ui/icon.tsx';
import line from './drop-line.module.css';
import { LayerMenu } from './layer-menu.tsx';
import styles from './layers-panel.module.css';
import { StructureMark, structureMark } from './structure-mark.tsx';
import { useLayerDrag } from './use-layer-drag.ts';

/** The facts of a layer that the list shows. */
interface ListedLayer {
  readonly name: string;
  readonly kind: string;
  readonly isHidden: boolean;
  readonly isLocked: boolean;
  readonly mark: string | undefined;
}

/** The layers of a page or a group, the topmost first. */
export function LayerList({ holder }: { holder: Path }) {
  const layers = useEditorState((state) => listed(state, holder), sameJson);
  // Read here once: each row that reads for itself is asked at every move of a drag.
  const selection = useEditorState((state) => state.selection, sameJson);
  const rows = layers.map((layer, index) => (
    <LayerRow
      key={layer.name}
      {...layer}
      holder={holder}
      index={index}
      isSelected={isAmong(selection, at(holder, index))}
    />
  ));
  return <ul className={styles.list}>{rows.reverse()}</ul>;
}

function at(holder: Path, index: number): Path {
  return [...holder, 'layers', index];
}

function isAmong(paths: readonly Path[], path: Path): boolean {
  return paths.some((each) => samePath(each, path));
}

function listed(state: EditorState, holder: Path): readonly ListedLayer[] {
  return layersOf(valueAt(documentOf(state), holder)).map(factsOf);
}

/** An edit keeps all layers that it does not change: their facts are the same, too. */
const known = new WeakMap<Layer, ListedLayer>();

function factsOf(layer: Layer): ListedLayer {
  let facts = known.get(layer);
  if (!facts) {
    const { name, type: kind, visible, locked } = layer;
    facts = { name, kind, isHidden: visible === false, isLocked: locked === true, mark: structureMark(layer) };
    known.set(layer, facts);
  }
  return facts;
}

interface LayerRowProps extends ListedLayer {
  holder: Path;
  /** The layer's position in its holder. */
  index: number;
  isSelected: boolean;
}

/** A layer in the list, to select, rename, hide, lock and move it, with the layers of a group or stack below it. */
const LayerRow = memo(function LayerRow({ holder, index, isSelected, ...layer }: LayerRowProps) {
  const { name, kind, isHidden, isLocked, mark } = layer;
  const { canWrite } = useEditor();
  const path = useMemo(() => at(holder, index), [holder, index]);
  const [isRenaming, setRenaming] = useState(false);
  const [isOpen, setOpen] = useState(true);
  const isHolder = holdsLayers({ type: kind });
  const { dropAt, handlers } = useLayerDrag(path, isHolder);
  const startRenaming = () => setRenaming(true);
  return (
    <li>
      <div
        className={classes(line.target, styles.row, isHidden && styles.hidden)}
        data-selected={isSelected}
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
          <NameButton name={name} kind={kind} path={path} isSelected={isSelected} onRename={startRenaming} />
        )}
        <StructureMark mark={mark} />
        {canWrite && <LayerMenu name={name} path={path} onRename={startRenaming} />}
        <RowTools name={name} path={path} isHidden={isHidden} isLocked={isLocked} />
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

interface RowToolsProps extends Pick<LayerRowProps, 'name' | 'isHidden' | 'isLocked'> {
  path: Path;
}

/** Locks the layer, and hides it. */
function RowTools({ name, path, isHidden, isLocked }: RowToolsProps) {
  const { change, canWrite } = useEditor();
  if (!canWrite) return null;
  return (
    <>
      <ToolButton
        icon={isLocked ? 'lock' : 'unlock'}
        className={styles.tool}
        label={`Lock ${name}`}
        isPressed={isLocked}
        onClick={() => change((before) => toggleLock(before, [path]))}
      />
      <ToolButton
        icon={isHidden ? 'eye-off' : 'eye'}
        className={styles.tool}
        label={`Hide ${name}`}
        isPressed={isHidden}
        onClick={() => change((before) => toggleVisible(before, path))}
      />
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
