import type { Path } from '../fault-list.js';
import { listOf, own } from '../shape/json.js';

/** The paths of the values that a layer has from its styles, by property; `keyframes.x` is a track. */
export type StyledValues = ReadonlyMap<string, Path>;

/** A document in whose layers their styles are applied. */
export interface StyledDocument<Document> {
  readonly document: Document;
  readonly styled: ReadonlyMap<unknown, StyledValues>;
  /** Whether styles make it longer than a document may become. Styles beyond the limit are then not applied. */
  readonly isTooLong: boolean;
}

/** The names of the styles of a layer, in the order in which they are applied. */
export function styleNames(layer: unknown): readonly string[] {
  const style = own(layer, 'style');
  const names = typeof style === 'string' ? [style] : listOf(style);
  return names.filter((name) => typeof name === 'string');
}
