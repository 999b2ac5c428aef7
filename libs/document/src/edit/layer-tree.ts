import {
  isWithin,
  type Json,
  type JsonObject,
  objectOf,
  type Path,
  valueAt,
  withInserted,
  withoutValue,
  withValue,
} from '../json-path.js';
import { LAYER_REFERENCES } from '../layer-references.js';

/** A layer of a document as the editor sees it: the fields of all kinds. */
export type Layer = JsonObject & { readonly name: string; readonly type: string };

/** The way to a layer: `['pages', 0, 'layers', 2]`, inside groups `[…, 'layers', 0]`. */
export type LayerPath = Path;

export function layerAt(document: JsonObject, path: LayerPath): Layer | undefined {
  return valueAt(document, path) as Layer | undefined;
}

/** The layers of a page or a group in paint order: the last one is on top. */
export function layersOf(holder: Json | undefined): readonly Layer[] {
  const layers = (holder as JsonObject | undefined)?.['layers'];
  return Array.isArray(layers) ? (layers as readonly Layer[]) : [];
}

/** Every layer below `holder` with its path, a group before its layers. */
export function* walkLayers(holder: Json | undefined, path: Path): Generator<{ layer: Layer; path: LayerPath }> {
  for (const [index, layer] of layersOf(holder).entries()) {
    const layerPath = [...path, 'layers', index];
    yield { layer, path: layerPath };
    yield* walkLayers(layer, layerPath);
  }
}

/** The path of the page that the layer is on. */
export function pagePathOf(path: LayerPath): Path {
  return path.slice(0, 2);
}

/** `base`, or `base 2`, `base 3` …: a name that no layer of the page has. Names are at most 120 characters. */
export function freeName(taken: ReadonlySet<string>, base: string): string {
  if (!taken.has(base)) return base;
  const stem = base.replace(/ \d+$/, '').slice(0, 110);
  for (let number = 2; ; number++) {
    if (!taken.has(`${stem} ${number}`)) return `${stem} ${number}`;
  }
}

export function namesOnPage(document: JsonObject, page: Path): ReadonlySet<string> {
  return new Set([...walkLayers(valueAt(document, page), page)].map(({ layer }) => layer.name));
}

/** `document` with `layer` on top of the page or group at `holder`, under a name that is free; and the layer's path. */
export function addLayer(document: JsonObject, holder: Path, layer: Layer): { document: JsonObject; path: LayerPath } {
  const index = layersOf(valueAt(document, holder)).length;
  const named = withFreeNames(layer, new Set(namesOnPage(document, holder.slice(0, 2))));
  return {
    document: withInserted(document, [...holder, 'layers'], index, named),
    path: [...holder, 'layers', index],
  };
}

export function removeLayers(document: JsonObject, paths: readonly LayerPath[]): JsonObject {
  return backToFront(outermost(paths)).reduce((result, path) => withoutValue(result, path), document);
}

/** A copy of the layer right above it, its layers and what refers to them renamed along; and the copy's path. */
export function duplicateLayer(document: JsonObject, path: LayerPath): { document: JsonObject; path: LayerPath } {
  const copy = withFreeNames(layerAt(document, path)!, new Set(namesOnPage(document, pagePathOf(path))));
  const index = (path.at(-1) as number) + 1;
  return {
    document: withInserted(document, path.slice(0, -1), index, copy),
    path: [...path.slice(0, -1), index],
  };
}

/**
 * Gives the layer another name, also where masks and times of the page refer to it. The name is made free if it is taken.
 */
export function renameLayer(document: JsonObject, path: LayerPath, name: string): JsonObject {
  const former = layerAt(document, path)!.name;
  const taken = new Set(namesOnPage(document, pagePathOf(path)));
  taken.delete(former);
  const renames = new Map([[former, freeName(taken, name)]]);
  return withValue(document, pagePathOf(path), renamed(valueAt(document, pagePathOf(path))!, renames));
}

/**
 * Moves the layer to position `index` of the stack of `holder`, counted before it is taken away. A layer that moves to
 * another page gets a free name there. A group does not move into itself.
 */
export function moveLayer(
  document: JsonObject,
  path: LayerPath,
  holder: Path,
  index: number,
): { document: JsonObject; path: LayerPath } {
  if (isWithin(holder, path)) return { document, path };
  const layer = layerAt(document, path)!;
  const changesPage = path[1] !== holder[1];
  const moved = changesPage ? withFreeNames(layer, new Set(namesOnPage(document, holder.slice(0, 2)))) : layer;
  const target = afterRemoval([...holder, 'layers', index], path);
  const without = withoutValue(document, path);
  return { document: withInserted(without, target.slice(0, -1), target.at(-1) as number, moved), path: target };
}

/** The path that replaces `path` once the member at `removed` is gone. */
function afterRemoval(path: Path, removed: Path): Path {
  const depth = removed.length - 1;
  const position = path[depth];
  const sameArray = isWithin(path, removed.slice(0, -1)) && typeof position === 'number';
  return sameArray && position > (removed[depth] as number) ? path.with(depth, position - 1) : path;
}

/** The paths that do not lead into another one of them. */
export function outermost(paths: readonly LayerPath[]): readonly LayerPath[] {
  return paths.filter((path) => !paths.some((other) => other.length < path.length && isWithin(path, other)));
}

/** Later members before earlier ones, so that removing one does not move the next. */
function backToFront(paths: readonly LayerPath[]): readonly LayerPath[] {
  return [...paths].sort((one, other) => {
    const difference = one.findIndex((step, index) => step !== other[index]);
    return difference < 0 ? 0 : Number(other[difference] ?? -1) - Number(one[difference]);
  });
}

/** `layer` under names that are not `taken`, which gains them. */
function withFreeNames(layer: Layer, taken: Set<string>): Layer {
  const renames = new Map<string, string>();
  for (const each of [layer, ...[...walkLayers(layer, [])].map((entry) => entry.layer)]) {
    const name = freeName(taken, each.name);
    taken.add(name);
    renames.set(each.name, name);
  }
  return renamedLayer(layer, renames);
}

function renamed(holder: Json, renames: ReadonlyMap<string, string>): JsonObject {
  return { ...objectOf(holder), layers: layersOf(holder).map((layer) => renamedLayer(layer, renames)) };
}

function renamedLayer(layer: Layer, renames: ReadonlyMap<string, string>): Layer {
  const named = { ...layer, name: renames.get(layer.name) ?? layer.name };
  const whole = Object.keys(objectOf(layer['for_size']) ?? {}).reduce(
    (changed, size) => withReferences(changed, ['for_size', size], renames),
    withReferences(named, [], renames),
  );
  return layer['layers'] === undefined ? whole : (renamed(whole, renames) as Layer);
}

/** The layer in which the values at `path` refer to layers by their new names. */
function withReferences(layer: Layer, path: Path, renames: ReadonlyMap<string, string>): Layer {
  return LAYER_REFERENCES.reduce<Layer>((changed, reference) => {
    const referred = valueAt(layer, [...path, ...reference]);
    const name = typeof referred === 'string' ? renames.get(referred) : undefined;
    return name === undefined ? changed : withValue(changed, [...path, ...reference], name);
  }, layer);
}
