import { memo } from 'react';
import { holdsLayers, layerAt, layerTimes, type LayerPath, sameJson, valueAt, walkLayers } from '#libs/document';
import { useRestingState } from '../model/editor-model.ts';
import { documentOf, type EditorState, isLocked, pageSecondsOf, timeOf } from '../model/editor-state.ts';
import { boxStyle } from './box-style.ts';
import { boxInFrame } from './frame-box.ts';
import type { Gestures } from './gestures.ts';
import styles from './stage.module.css';

interface HitProps {
  zoom: number;
  onPress: Gestures['onPress'];
  onEnter: (path: LayerPath) => void;
}

/**
 * Targets of presses on the picture: an invisible box over each visible layer, in paint order. Groups and stacks are pressed
 * by their layers, so that their empty room hides nothing.
 */
export function HitLayers(props: HitProps) {
  const layers = useRestingState(layersOfPage, sameJson);
  return layers.map(({ name, path }) => <HitLayer key={name} {...props} name={name} path={path} />);
}

function layersOfPage(state: EditorState) {
  const page = ['pages', state.page];
  const layers = [...walkLayers(valueAt(documentOf(state), page), page)];
  return layers.filter(({ layer }) => !holdsLayers(layer)).map(({ layer, path }) => ({ name: layer.name, path }));
}

const HitLayer = memo(function HitLayer({ name, path, zoom, ...on }: HitProps & { name: string; path: LayerPath }) {
  const box = useRestingState((state) => (isHit(state, path) ? boxInFrame(state, path) : null), sameJson);
  if (!box) return null;
  return (
    <div
      className={styles.hit}
      style={boxStyle(box, zoom)}
      data-layer={name}
      data-path={JSON.stringify(path)}
      onPointerDown={(event) => {
        if (event.button !== 0) return;
        event.stopPropagation();
        on.onPress(path, event);
      }}
      onDoubleClick={(event) => {
        event.stopPropagation();
        on.onEnter(path);
      }}
    />
  );
});

/** Whether the layer and the groups around it are shown at the playhead, and not locked. */
function isHit(state: EditorState, path: LayerPath): boolean {
  const pageS = pageSecondsOf(state);
  const time = timeOf(state);
  for (let depth = 4; depth <= path.length; depth += 2) {
    const layer = layerAt(documentOf(state), path.slice(0, depth));
    if (!layer || layer['visible'] === false || isLocked(state, path.slice(0, depth))) return false;
    const { from, to } = layerTimes(layer, pageS);
    if (time < from || time > to) return false;
  }
  return true;
}
