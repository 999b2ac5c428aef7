import {
  type JsonObject,
  layersOf,
  layerTimes,
  type LayerPath,
  type Path,
  samePath,
  valueAt,
  walkLayers,
} from '#libs/document';
import { documentOf, type EditorState, pageSecondsOf, timeOf } from '../model/editor-state.ts';

export interface TimelineRow {
  readonly name: string;
  readonly path: LayerPath;
  /** Whether it plays a clip. */
  readonly hasClip: boolean;
}

/** The layers of the page, the topmost first, and a group before its layers: as the list of layers has them. */
export function timelineRows(state: EditorState): readonly TimelineRow[] {
  return rowsOf(documentOf(state), ['pages', state.page]);
}

function rowsOf(document: JsonObject, holder: Path): readonly TimelineRow[] {
  const layers = layersOf(valueAt(document, holder));
  return layers.toReversed().flatMap(({ name, type }, index) => {
    const path = [...holder, 'layers', layers.length - 1 - index];
    return [{ name, path, hasClip: type === 'video' }, ...rowsOf(document, path)];
  });
}

/** The seconds at which something begins or ends beside the layer: bars of others, the page, and the playhead. */
export function snapLines(state: EditorState, path: LayerPath): readonly number[] {
  const pageS = pageSecondsOf(state);
  const page = ['pages', state.page];
  const others = [...walkLayers(valueAt(documentOf(state), page), page)].filter((each) => !samePath(each.path, path));
  const times = others.flatMap(({ layer }) => {
    const { from, to } = layerTimes(layer, pageS);
    return [from, to];
  });
  return [0, pageS, timeOf(state), ...times];
}
