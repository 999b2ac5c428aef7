import path from 'node:path';
import type { Exhibit } from '../gallery/exhibit.ts';

/** Where an exhibit's golden frame is kept. */
export function goldenFile({ name }: Pick<Exhibit, 'name'>): string {
  return path.join(import.meta.dirname, 'frames', `${name}.webp`);
}
