import { type SubmitEvent, useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { Actions, Dialog } from '../../ui/dialog.tsx';
import { TextField } from '../../ui/field.tsx';
import { Menu, MenuItem } from '../../ui/menu.tsx';
import { addTo } from '../commands/layer-commands.ts';
import { FILE_KINDS, newLayer } from '../commands/new-layer.ts';
import { documentOf, type EditorState } from '../document/editor-state.ts';
import { parentSize } from '../document/group-layers.ts';
import type { Path } from '../document/json-path.ts';
import { layerAt } from '../document/layer-tree.ts';
import { useEditor } from '../editor-model.ts';
import { inWords } from '../form/layer-sections.ts';
import { layerKinds } from '../form/template-schema.ts';
import { ToolButton } from '../ui/tool-button.tsx';
import { isToolIcon, ToolIcon } from '../ui/tool-icon.tsx';

/** Adds a layer of any kind on top of the page, or into the group that is selected. */
export function AddLayerMenu() {
  const { schema, change } = useEditor();
  const [asked, setAsked] = useState<string>();
  const add = (kind: string, url?: string) => change((state) => withNewLayer(state, kind, url));
  return (
    <>
      <Menu trigger={<ToolButton icon="plus" label="Add layer" />}>
        {layerKinds(schema).map((kind) => (
          <MenuItem key={kind} onSelect={() => (FILE_KINDS.includes(kind) ? setAsked(kind) : add(kind))}>
            <ToolIcon name={isToolIcon(kind) ? kind : 'shape'} />
            {inWords(kind)}
          </MenuItem>
        ))}
      </Menu>
      <FileDialog
        kind={asked}
        onClose={() => setAsked(undefined)}
        onUrl={(url) => {
          add(asked!, url);
          setAsked(undefined);
        }}
      />
    </>
  );
}

/** Asks for the address of the file that the new layer shows. */
function FileDialog({
  kind,
  onClose,
  onUrl,
}: {
  kind: string | undefined;
  onClose: () => void;
  onUrl: (url: string) => void;
}) {
  const [url, setUrl] = useState('');
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    onUrl(url);
  };
  return (
    <Dialog
      isOpen={kind !== undefined}
      onClose={onClose}
      title={`Add ${kind === undefined ? '' : inWords(kind).toLowerCase()}`}
    >
      <form onSubmit={submit}>
        <TextField
          label="Address of the file"
          hint="An http or https address that the renderers can reach, or a variable such as {{photo}}."
          value={url}
          onChange={(event) => setUrl(event.target.value)}
          required
          pattern="(https?://|\{\{).+"
          maxLength={2048}
        />
        <Actions>
          <Button onClick={onClose}>Cancel</Button>
          <Button look="primary" type="submit">
            Add
          </Button>
        </Actions>
      </form>
    </Dialog>
  );
}

function withNewLayer(state: EditorState, kind: string, url?: string): EditorState {
  const document = documentOf(state);
  const [selected] = state.selection;
  const isGroup = selected !== undefined && layerAt(document, selected)?.type === 'group';
  const holder: Path = isGroup ? selected : ['pages', state.page];
  return addTo(state, holder, newLayer(kind, parentSize(document, [...holder, 'layers', 0]), url));
}
