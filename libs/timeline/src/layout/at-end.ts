import type { ResolvedLayer } from '#libs/template';

/** Cache by the layer, which does not change once a document is compiled. */
const ended = new WeakMap<ResolvedLayer, ResolvedLayer>();

/** The layer with the value of its last keyframe for every keyframed property: the same object at every call. */
export function atEnd<L extends ResolvedLayer>(layer: L): L {
  const { keyframes } = layer;
  if (!keyframes) return layer;
  const known = ended.get(layer);
  if (known) return known as L;
  const values: Record<string, unknown> = {};
  for (const [property, track] of Object.entries(keyframes)) values[property] = lastValue(track);
  const end = { ...layer, ...values };
  ended.set(layer, end);
  return end;
}

function lastValue(track: readonly { readonly time: number; readonly value: unknown }[]): unknown {
  return track.toSorted((a, b) => a.time - b.time).at(-1)!.value;
}
