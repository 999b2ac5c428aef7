import type { Path } from '#libs/document';

/** The field at a path, as the engine names it: `pages[0].layers[2]`. */
export function fieldOfPath(path: Path): string {
  return path
    .map((step) => (typeof step === 'number' ? `[${step}]` : `.${step}`))
    .join('')
    .slice(1);
}

/** The path of a field as the API and the engine name it: `pages[0].layers[2].x` and `pages.0.layers.2.x` alike. */
export function pathOfField(field: string): Path {
  return field
    .replaceAll(/\[(\d+)\]/g, '.$1')
    .split('.')
    .filter((step) => step !== '')
    .map((step) => (/^\d+$/.test(step) ? Number(step) : step));
}
