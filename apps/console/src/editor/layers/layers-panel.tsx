import { layersOf, sameJson, valueAt } from '#libs/document';
import { useEditor, useEditorState } from '../model/editor-model.ts';
import { documentOf } from '../model/editor-state.ts';
import { AddLayerMenu } from './add-layer-menu.tsx';
import { LayerList } from './layer-row.tsx';
import styles from './layers-panel.module.css';
import { PanelHead } from './panel-head.tsx';

/** The layers of the page that is shown, the topmost first. */
export function LayersPanel() {
  const { canWrite } = useEditor();
  const page = useEditorState((state) => ['pages', state.page], sameJson);
  const isEmpty = useEditorState((state) => layersOf(valueAt(documentOf(state), page)).length === 0);
  return (
    <section className={styles.panel} aria-label="Layers">
      <PanelHead title="Layers">{canWrite && <AddLayerMenu />}</PanelHead>
      {isEmpty ? (
        <p className={styles.empty}>
          This page has no layers.{canWrite && ' Add one, drop or paste a picture, or paste layers as JSON.'}
        </p>
      ) : (
        <LayerList holder={page} />
      )}
    </section>
  );
}
