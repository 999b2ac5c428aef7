import type { Exhibit } from './exhibit.ts';
import { ANIMATIONS } from './sheets/animations.ts';
import { CAPTIONS } from './sheets/captions.ts';
import { DATA } from './sheets/data.ts';
import { EDGES } from './sheets/edges.ts';
import { GROUPS } from './sheets/groups.ts';
import { LOOKS } from './sheets/looks.ts';
import { PICTURES } from './sheets/pictures.ts';
import { PLACES } from './sheets/places.ts';
import { SHAPES } from './sheets/shapes.ts';
import { STACKS } from './sheets/stacks.ts';
import { TEXTS } from './sheets/texts.ts';
import { TRANSITIONS } from './sheets/transitions.ts';

/** Everything the gallery shows. */
export const EXHIBITS: readonly Exhibit[] = [
  ...[...TEXTS, ...PICTURES, ...PLACES, ...SHAPES, ...DATA, ...CAPTIONS],
  ...[...GROUPS, ...STACKS, ...LOOKS, ...EDGES],
  ...[...ANIMATIONS, ...TRANSITIONS],
];

/** The moment that stands for an exhibit: the only one, or the middle of five. */
export function goldenMoment({ moments }: Exhibit): number {
  return moments[Math.floor(moments.length / 2)]!;
}
