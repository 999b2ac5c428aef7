import type { Express } from 'express';

/** The part of express 5's router that lists its routes. */
interface RouteLayer {
  route?: { methods: Record<string, boolean> };
  match(path: string): boolean;
}

/** The methods that have a route on this path, HEAD with GET; empty for an unknown path. */
export function allowedMethods(app: Express, path: string): string[] {
  const methods = new Set<string>();
  for (const layer of app.router.stack as unknown as RouteLayer[]) {
    const answers = Object.keys(layer.route?.methods ?? {});
    if (answers.includes('trace') || !layer.match(path)) continue; // middleware matches every method and is no route
    for (const method of answers) methods.add(method.toUpperCase());
  }
  if (methods.has('GET')) methods.add('HEAD');
  return [...methods].sort();
}
