import { type Json, objectOf } from '#libs/document';
import type { Control } from '../../schema/control.ts';

export type TimeOptions = Extract<Control, { kind: 'time' }>;

/** The mode of a time in seconds. Others are a word ("auto") or a reference to another layer ("after"). */
export const SECONDS = 'seconds';

/** Seconds of a time that must have some, before a person writes others. */
const FIRST_S = 5;

/** The mode of a value: {@link SECONDS}, one of the words, or the name of one of the references. */
export function modeOf(value: Json | undefined, { words, references }: TimeOptions): string {
  const reference = references.find(({ name }) => objectOf(value)?.[name] !== undefined);
  return reference?.name ?? words.find((word) => word === value) ?? SECONDS;
}

interface Change {
  readonly value: Json | undefined;
  readonly mode: string;
  /** Names of the layers to which it may refer. */
  readonly layers: readonly string[];
  readonly required: boolean;
}

/** The time in another mode. It keeps the layer to which it refers, and the offset where there is one. */
export function inMode({ value, mode, layers, required }: Change, options: TimeOptions): Json | undefined {
  if (mode === modeOf(value, options)) return value;
  if (mode === SECONDS) return required ? FIRST_S : undefined;
  const reference = options.references.find(({ name }) => name === mode);
  if (!reference) return mode;
  const before = objectOf(value) ?? {};
  const { offset } = before;
  const layer = before[modeOf(value, options)] ?? layers[0] ?? '';
  return { [mode]: layer, ...(reference.offset && offset !== undefined && { offset }) };
}
