import { type Path, samePath } from '#libs/document';
import type { Fault } from './draft.ts';

/** The path that a fault of the API names: `pages[0].layers[2].x` and `pages.0.layers.2.x` alike. */
export function pathOfField(field: string): Path {
  return field
    .replaceAll(/\[(\d+)\]/g, '.$1')
    .split('.')
    .filter((step) => step !== '')
    .map((step) => (/^\d+$/.test(step) ? Number(step) : step));
}

/** The first fault of exactly this value. */
export function faultAt(faults: readonly Fault[], path: Path): Fault | undefined {
  return faults.find(({ field }) => samePath(pathOfField(field), path));
}
