import type { TemplateDocument } from '#libs/template';

/** The name of the layer with a key, `pages[0].layers[2].layers[1]`; null for a background. */
export function layerName(key: string, { pages }: TemplateDocument): string | null {
  const [page, ...path] = [...key.matchAll(/\[(\d+)\]/g)].map(([, index]) => Number(index));
  let name: string | null = null;
  let layers = pages[page!]!.layers ?? [];
  for (const index of path) {
    const layer = layers[index]!;
    name = layer.name;
    layers = 'layers' in layer ? layer.layers : [];
  }
  return name;
}
