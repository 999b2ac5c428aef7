import { type LayerKind } from '#libs/document';

/** The properties that hold a motion. */
export type MotionPlace = 'enter' | 'exit' | 'loop_animation' | 'transition';

const TEXTS: readonly LayerKind[] = ['text', 'caption'];

/** Motions that are made for some kinds only. */
const MADE_FOR: Readonly<Record<string, readonly LayerKind[]>> = {
  typewriter: TEXTS,
  draw: ['shape', 'chart', 'progress'],
  count: ['text', 'rating', 'progress'],
  ken_burns: ['image', 'video'],
};
const LOOPS = ['pulse', 'float', 'shake', 'spin', 'ken_burns'];

/** Those of `types` that are made for a place and a kind of layer; the one that is set is always among them. */
export function motionsFor(
  types: readonly string[],
  { place, kind, set }: { place: MotionPlace; kind: string | undefined; set: string | undefined },
): readonly string[] {
  if (place === 'transition') return types.filter((type) => type !== 'none');
  return types.filter((type) => {
    const isLoop = LOOPS.includes(type);
    const isMade = MADE_FOR[type]?.some((each) => each === kind) ?? true;
    return type === set || (isMade && isLoop === (place === 'loop_animation'));
  });
}
