import type { Application } from 'express';

/** The part of express 5's router that lists its routes. */
interface RouteLayer {
  route?: { methods: Record<string, boolean> };
  match(path: string): false | { params: object };
}

/**
 * The methods that have a route on this path, HEAD with GET; empty for an unknown path. Of several routes that match, those
 * with the fewest parameters count: `/videos/validate` is no id of a video.
 *
 * @param path as sent; one that does not decode is unknown
 */
export function allowedMethods(app: Pick<Application, 'router'>, path: string): string[] {
  const methods = new Set<string>();
  let fewest = Infinity;
  for (const layer of app.router.stack as unknown as RouteLayer[]) {
    const handled = Object.keys(layer.route?.methods ?? {});
    if (handled.length === 0 || handled.includes('trace')) continue; // middleware matches every method and is no route
    const parameters = parametersOf(layer, path);
    if (parameters === undefined || parameters > fewest) continue;
    if (parameters < fewest) methods.clear();
    fewest = parameters;
    for (const method of handled) methods.add(method.toUpperCase());
  }
  if (methods.has('GET')) methods.add('HEAD');
  return [...methods].sort();
}

/** The number of a route's parameters in a path; undefined if it does not match. */
function parametersOf(layer: RouteLayer, path: string): number | undefined {
  try {
    const match = layer.match(path);
    return match === false ? undefined : Object.keys(match.params).length;
  } catch {
    return undefined; // percent signs that do not decode
  }
}
