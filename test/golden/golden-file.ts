import path from 'node:path';
import type { Exhibit } from '../gallery/exhibit.ts';

/** Path of an exhibit's golden frame. */
export function goldenFile({ name }: Pick<Exhibit, 'name'>): string {
  return path.join(import.meta.dirname, 'frames', `${name}.webp`);
}
