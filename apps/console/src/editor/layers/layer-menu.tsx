import {
  holdsLayers,
  isWithin,
  type LayerPath,
  layersOf,
  moveLayer,
  pagePathOf,
  type Path,
  sameJson,
  valueAt,
  walkLayers,
} from '#libs/document';
import { Menu, MenuItem, MenuSeparator } from '../../ui/menu.tsx';
import { documentOf, edit, type EditorState, select } from '../model/editor-state.ts';
import {
  canUngroup,
  duplicateSelected,
  groupSelected,
  type Order,
  orderSelected,
  removeSelected,
  ungroupSelected,
} from '../commands/layer-commands.ts';
import { useEditor, useEditorState } from '../model/editor-model.ts';
import { ToolButton } from '../ui/tool-button.tsx';
import styles from './layers-panel.module.css';

const ORDERS: readonly [order: Order, label: string][] = [
  ['front', 'Bring to front'],
  ['forward', 'Bring forward'],
  ['backward', 'Send backward'],
  ['back', 'Send to back'],
];

interface LayerMenuProps {
  name: string;
  path: LayerPath;
  onRename: () => void;
}

/** Everything that can be done with a layer of the list, also without a mouse. */
export function LayerMenu({ name, path, onRename }: LayerMenuProps) {
  const { change } = useEditor();
  const isGroup = useEditorState((state) => canUngroup(state, path));
  const run = (command: (state: EditorState) => EditorState) =>
    change((before) => command(before.selection.length > 1 ? before : select(before, path)));
  return (
    <Menu trigger={<ToolButton icon="more" className={`${styles.tool} ${styles.more}`} label={`Actions of ${name}`} />}>
      {/* After the menu has given the focus back, or it would take it from the field at once. */}
      <MenuItem onSelect={() => setTimeout(onRename)}>Rename</MenuItem>
      <MenuItem onSelect={() => run(duplicateSelected)}>Duplicate</MenuItem>
      <MenuItem onSelect={() => run(groupSelected)}>Group</MenuItem>
      {isGroup && <MenuItem onSelect={() => run(ungroupSelected)}>Ungroup</MenuItem>}
      <MoveInto path={path} />
      <MenuSeparator />
      {ORDERS.map(([order, label]) => (
        <MenuItem key={order} onSelect={() => change((before) => orderSelected(select(before, path), order))}>
          {label}
        </MenuItem>
      ))}
      <MenuSeparator />
      <MenuItem isDanger onSelect={() => run(removeSelected)}>
        Delete
      </MenuItem>
    </Menu>
  );
}

/** The groups and stacks that the layer can go into, and the page if it is in a group. */
function MoveInto({ path }: { path: LayerPath }) {
  const { change } = useEditor();
  const page = pagePathOf(path);
  const groups = useEditorState((state) => groupsBeside(state, path), sameJson);
  const move = (holder: Path, label: string) =>
    change((state) => {
      const before = documentOf(state);
      const moved = moveLayer(before, path, holder, layersOf(valueAt(before, holder)).length);
      return edit(state, { document: moved.document, label, selection: [moved.path] });
    });
  return (
    <>
      {groups.map(({ name, path: group }) => (
        <MenuItem key={name} onSelect={() => move(group, `Move into ${name}`)}>
          Move into {name}
        </MenuItem>
      ))}
      {path.length > 4 && (
        <MenuItem onSelect={() => move(page, 'Move out of the group')}>Move out of the group</MenuItem>
      )}
    </>
  );
}

function groupsBeside(state: EditorState, path: LayerPath) {
  const page = pagePathOf(path);
  return [...walkLayers(valueAt(documentOf(state), page), page)].flatMap(({ layer, path: group }) => {
    const isOther = holdsLayers(layer) && !isWithin(group, path) && group.length !== path.length - 2;
    return isOther ? [{ name: layer.name, path: group }] : [];
  });
}
