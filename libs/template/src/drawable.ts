import type { FaultList, Path } from './fault-list.js';
import type { LayerKind } from './layers/layer-kinds.js';
import { isPlainObject, own } from './shape/json.js';

/**
 * What the render engine does not draw or play yet. The format knows it (TEMPLATE.md); it is refused here, and nowhere else,
 * so that nobody pays for a video in which something is silently missing. Remove an entry when its painter exists.
 */
const UNDRAWABLE = {
  layers: ['lottie'] satisfies LayerKind[] as readonly unknown[],
  keyframes: ['volume'] as readonly unknown[],
} as const;

/** Faults whatever in this layer the engine cannot draw. Values of a wrong type are left to the shape's rules. */
export function refuseUndrawableLayer(layer: Record<string, unknown>, path: Path, faults: FaultList): void {
  const type = own(layer, 'type');
  const refuse = (steps: Path, value: unknown, what: string): void =>
    faults.add([...path, ...steps], { code: 'INVALID_VALUE', message: `${what} cannot be drawn yet`, value });
  if (UNDRAWABLE.layers.includes(type)) refuse(['type'], type, `a layer of type ${String(type)}`);
  const subtitles = type === 'caption' ? own(layer, 'source_url') : undefined;
  if (typeof subtitles === 'string') refuse(['source_url'], subtitles, 'a caption from a file');
  const keyframes = own(layer, 'keyframes');
  for (const name of isPlainObject(keyframes) ? Object.keys(keyframes) : []) {
    if (UNDRAWABLE.keyframes.includes(name)) refuse(['keyframes', name], own(keyframes, name), `a keyframed ${name}`);
  }
}
