import type { PointerEvent } from 'react';
import {
  boxOf,
  type Layer,
  layerTimes,
  type LayerPath,
  layersOf,
  pageDuration,
  pagesOf,
  type Size,
  valueAt,
} from '#libs/document';
import { useEditor } from '../editor-model.ts';
import { boxStyle } from './box-style.ts';
import styles from './stage.module.css';

interface HitProps {
  zoom: number;
  onPress: (path: LayerPath, event: PointerEvent) => void;
  onEnter: (path: LayerPath) => void;
}

/** Targets of presses on the picture: an invisible box over each visible layer, in paint order. */
export function HitLayers(props: HitProps) {
  const { document, state } = useEditor();
  const page = ['pages', state.page];
  const size = { width: Number(document['width']), height: Number(document['height']) };
  return layersOf(valueAt(document, page)).map((layer, index) => (
    <HitLayer key={layer.name} {...props} layer={layer} path={[...page, 'layers', index]} parent={size} />
  ));
}

function HitLayer({ layer, path, parent, ...props }: HitProps & { layer: Layer; path: LayerPath; parent: Size }) {
  const { document, state, time, isLocked } = useEditor();
  const { from, to } = layerTimes(layer, pageDuration(pagesOf(document)[state.page]));
  if (layer['visible'] === false || time < from || time > to || isLocked(path)) return null;
  const box = boxOf(layer, parent);
  return (
    <div
      className={styles.hit}
      style={boxStyle(box, props.zoom)}
      data-layer={layer.name}
      onPointerDown={(event) => {
        if (event.button !== 0) return;
        event.stopPropagation();
        props.onPress(path, event);
      }}
      onDoubleClick={(event) => {
        event.stopPropagation();
        props.onEnter(path);
      }}
    >
      {layersOf(layer).map((inner, index) => (
        <HitLayer key={inner.name} {...props} layer={inner} path={[...path, 'layers', index]} parent={box} />
      ))}
    </div>
  );
}
