import { type JsonObject, layerAt, type LayerPath, pagesOf, walkLayers } from '#libs/document';

/** The paths at which `after` has the layers that `before` has at `paths`. Removed layers have none. */
export function pathsAfter(before: JsonObject, after: JsonObject, paths: readonly LayerPath[]): readonly LayerPath[] {
  if (paths.length === 0 || before === after) return paths;
  const [former, next] = [placesOf(before), placesOf(after)];
  return paths.flatMap((path) => {
    const [layer, there] = [layerAt(before, path), layerAt(after, path)];
    if (layer === there) return [path];
    const moved = next.get(layer);
    if (moved) return [moved];
    // The layer itself was changed, unless another one has come to its place.
    return there && !former.has(there) && there.type === layer?.type ? [path] : [];
  });
}

function placesOf(document: JsonObject): ReadonlyMap<unknown, LayerPath> {
  const pages = [...pagesOf(document).entries()];
  const layers = pages.flatMap(([index, page]) => [...walkLayers(page, ['pages', index])]);
  return new Map(layers.map(({ layer, path }) => [layer, path]));
}
