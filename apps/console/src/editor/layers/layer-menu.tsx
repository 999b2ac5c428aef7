import {
  isWithin,
  type Layer,
  type LayerPath,
  layersOf,
  moveLayer,
  pageOf,
  type Path,
  valueAt,
  walkLayers,
} from '#libs/document';
import { Menu, MenuItem, MenuSeparator } from '../../ui/menu.tsx';
import { documentOf, edit, type EditorState, select } from '../document/editor-state.ts';
import {
  duplicateSelected,
  groupSelected,
  type Order,
  orderSelected,
  removeSelected,
  ungroupSelected,
} from '../commands/layer-commands.ts';
import { useEditor } from '../editor-model.ts';
import { ToolButton } from '../ui/tool-button.tsx';
import styles from './layers-panel.module.css';

const ORDERS: readonly [order: Order, label: string][] = [
  ['front', 'Bring to front'],
  ['forward', 'Bring forward'],
  ['backward', 'Send backward'],
  ['back', 'Send to back'],
];

/** Everything that can be done with a layer of the list, also without a mouse. */
export function LayerMenu({ layer, path, onRename }: { layer: Layer; path: LayerPath; onRename: () => void }) {
  const { change, state } = useEditor();
  const isAmongSelected = state.selection.length > 1;
  const run = (command: (state: EditorState) => EditorState) =>
    change((before) => command(isAmongSelected ? before : select(before, path)));
  return (
    <Menu
      trigger={
        <ToolButton icon="more" className={`${styles.tool} ${styles.more}`} label={`Actions of ${layer.name}`} />
      }
    >
      {/* After the menu has given the focus back, or it would take it from the field at once. */}
      <MenuItem onSelect={() => setTimeout(onRename)}>Rename</MenuItem>
      <MenuItem onSelect={() => run(duplicateSelected)}>Duplicate</MenuItem>
      <MenuItem onSelect={() => run(groupSelected)}>Group</MenuItem>
      {layer.type === 'group' && <MenuItem onSelect={() => run(ungroupSelected)}>Ungroup</MenuItem>}
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

/** The groups that the layer can go into, and the page if it is in a group. */
function MoveInto({ path }: { path: LayerPath }) {
  const { document, change } = useEditor();
  const page = pageOf(path);
  const groups = [...walkLayers(valueAt(document, page), page)].filter(
    ({ layer, path: group }) => layer.type === 'group' && !isWithin(group, path) && group.length !== path.length - 2,
  );
  const move = (holder: Path, label: string) =>
    change((state) => {
      const before = documentOf(state);
      const moved = moveLayer(before, path, holder, layersOf(valueAt(before, holder)).length);
      return edit(state, { document: moved.document, label, selection: [moved.path] });
    });
  return (
    <>
      {groups.map(({ layer, path: group }) => (
        <MenuItem key={layer.name} onSelect={() => move(group, `Move into ${layer.name}`)}>
          Move into {layer.name}
        </MenuItem>
      ))}
      {path.length > 4 && (
        <MenuItem onSelect={() => move(page, 'Move out of the group')}>Move out of the group</MenuItem>
      )}
    </>
  );
}
