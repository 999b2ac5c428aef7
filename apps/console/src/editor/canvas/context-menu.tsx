import { type MouseEvent, useState } from 'react';
import { createPortal } from 'react-dom';
import { type LayerPath } from '#libs/document';
import { MenuParts, useLoadedMenu } from '../../ui/loaded-menu.ts';
import menu from '../../ui/menu.module.css';
import { MenuItem, MenuSeparator } from '../../ui/menu.tsx';
import { copiedText, paste, pastedLayers } from '../commands/clipboard.ts';
import { toggleLock } from '../commands/layer-commands.ts';
import { type Shortcut, SHORTCUTS, spokenKeys } from '../commands/shortcuts.ts';
import { useEditor, useEditorState } from '../model/editor-model.ts';
import { isSelected, select } from '../model/editor-state.ts';
import styles from './stage.module.css';

/** The commands of the menu, in groups, by their labels in the list of shortcuts. */
const GROUPS: readonly (readonly string[])[] = [
  ['Duplicate', 'Group', 'Ungroup'],
  ['Copy style', 'Paste style'],
  ['Bring to front', 'Bring forward', 'Send backward', 'Send to back'],
];

/** The place of the menu, and the functions that open and close it. */
export interface ContextMenuState {
  readonly at: { readonly x: number; readonly y: number } | undefined;
  readonly open: (event: MouseEvent) => void;
  readonly close: () => void;
}

/** Opens the menu at the pointer, after selecting the layer there. */
export function useContextMenu(): ContextMenuState {
  const { change, store } = useEditor();
  const [at, setAt] = useState<ContextMenuState['at']>();
  const open = (event: MouseEvent) => {
    event.preventDefault();
    const pressed = event.target instanceof Element ? event.target.closest('[data-path]') : null;
    const path = JSON.parse(pressed?.getAttribute('data-path') ?? 'null') as LayerPath | null;
    if (path && !store.value().selection.some((each) => isSelected({ ...store.value(), selection: [each] }, path))) {
      change((state) => select(state, path.slice(0, 4)));
    }
    setAt({ x: event.clientX, y: event.clientY });
  };
  return { at, open, close: () => setAt(undefined) };
}

export function ContextMenu({ at, close }: ContextMenuState) {
  const { change, store, schema } = useEditor();
  const count = useEditorState((state) => state.selection.length);
  const Radix = useLoadedMenu(at !== undefined);
  if (!at || !Radix) return null;
  const run = (shortcut: Shortcut) => change((state) => shortcut.run(state, schema));
  const pasteLayers = async () => {
    const layers = pastedLayers(await navigator.clipboard.readText().catch(() => ''));
    if (layers) change((state) => paste(state, layers));
  };
  return (
    <MenuParts value={Radix}>
      <Radix.Root modal={false} open onOpenChange={(isOpen) => !isOpen && close()}>
        {createPortal(
          <Radix.Trigger asChild>
            <span className={styles.anchor} style={{ left: at.x, top: at.y }} />
          </Radix.Trigger>,
          document.body,
        )}
        <Radix.Portal>
          <Radix.Content className={menu.menu} align="start" sideOffset={2} collisionPadding={8}>
            <MenuItem
              disabled={count === 0}
              onSelect={() => void navigator.clipboard.writeText(copiedText(store.value())).catch(() => undefined)}
            >
              Copy <Keys keys="mod+c" />
            </MenuItem>
            <MenuItem onSelect={() => void pasteLayers()}>
              Paste <Keys keys="mod+v" />
            </MenuItem>
            {GROUPS.map((labels) => (
              <div key={labels[0]}>
                <MenuSeparator />
                {labels.map((label) => {
                  const shortcut = SHORTCUTS.find((each) => each.label === label)!;
                  return (
                    <MenuItem key={label} disabled={count === 0} onSelect={() => run(shortcut)}>
                      {label} <Keys keys={shortcut.keys[0]!} />
                    </MenuItem>
                  );
                })}
              </div>
            ))}
            <MenuSeparator />
            <MenuItem disabled={count === 0} onSelect={() => change((state) => toggleLock(state, state.selection))}>
              Lock
            </MenuItem>
            <MenuItem
              isDanger
              disabled={count === 0}
              onSelect={() => run(SHORTCUTS.find((each) => each.label === 'Delete')!)}
            >
              Delete <Keys keys="delete" />
            </MenuItem>
          </Radix.Content>
        </Radix.Portal>
      </Radix.Root>
    </MenuParts>
  );
}

function Keys({ keys }: { keys: string }) {
  return <kbd className={styles.keys}>{spokenKeys(keys)}</kbd>;
}
