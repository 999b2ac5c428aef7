import { useState } from 'react';
import {
  holdsLayers,
  type Layer,
  LAYER_KINDS,
  layerAt,
  type LayerKind,
  newLayer,
  objectOf,
  parentSize,
  type Path,
  sameJson,
} from '#libs/document';
import { Menu, MenuItem } from '../../ui/menu.tsx';
import { addTo } from '../commands/layer-commands.ts';
import { documentOf, type EditorState } from '../model/editor-state.ts';
import { useEditor, useEditorState } from '../model/editor-model.ts';
import { inWords } from '../schema/layer-sections.ts';
import { ToolButton } from '../ui/tool-button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { layerOf } from '../upload/add-file.ts';
import { ChooseFile } from '../upload/late-choose-file.ts';

/** Kinds whose content is a file, and the kinds of files that uploads of them have. */
const FILE_KINDS = { image: ['image'], video: ['video'], lottie: [] } as const;
type FileLayer = keyof typeof FILE_KINDS;

/** Adds a layer of any kind, or one that shows a component of the document, on top of the page, or into the group or stack that is selected. */
export function AddLayerMenu() {
  const { change } = useEditor();
  const [asked, setAsked] = useState<FileLayer>();
  const components = useEditorState((state) => Object.keys(objectOf(documentOf(state)['components']) ?? {}), sameJson);
  return (
    <>
      <Menu trigger={<ToolButton icon="plus" label="Add layer" />}>
        {LAYER_KINDS.filter((kind) => kind !== 'component').map((kind) => (
          <MenuItem
            key={kind}
            onSelect={() => (isFileLayer(kind) ? setAsked(kind) : change((state) => withNewLayer(state, kind)))}
          >
            <Icon name={kind} />
            {inWords(kind)}
          </MenuItem>
        ))}
        {components.map((name) => (
          <MenuItem key={`component ${name}`} onSelect={() => change((state) => withComponent(state, name))}>
            <Icon name="component" />
            {inWords(name)}
          </MenuItem>
        ))}
      </Menu>
      <ChooseFile
        title={`Add ${asked === undefined ? 'file' : inWords(asked).toLowerCase()}`}
        kinds={asked === undefined ? [] : FILE_KINDS[asked]}
        canUpload={asked !== 'lottie'}
        isOpen={asked !== undefined}
        onClose={() => setAsked(undefined)}
        onFile={({ url, name, size }) => {
          const kind = asked!;
          change((state) =>
            size && kind !== 'lottie' && name !== undefined
              ? added(state, (parent) => layerOf({ kind, url, name, size }, parent))
              : withNewLayer(state, kind, url),
          );
        }}
      />
    </>
  );
}

function isFileLayer(kind: LayerKind): kind is FileLayer {
  return Object.hasOwn(FILE_KINDS, kind);
}

function withNewLayer(state: EditorState, kind: LayerKind, url?: string): EditorState {
  return added(state, (parent) => newLayer(kind, parent, url));
}

/** A layer that shows a component, with the size of the component. */
function withComponent(state: EditorState, component: string): EditorState {
  return added(state, () => ({ name: component, type: 'component', component }));
}

function added(state: EditorState, layerIn: (parent: { width: number; height: number }) => Layer): EditorState {
  const document = documentOf(state);
  const [selected] = state.selection;
  const isHolder = selected !== undefined && holdsLayers(layerAt(document, selected));
  const holder: Path = isHolder ? selected : ['pages', state.page];
  return addTo(state, holder, layerIn(parentSize(document, [...holder, 'layers', 0])));
}
