import type { AnimationType } from './animation.js';
import type { FaultList, Path } from './fault-list.js';
import type { LayerKind } from './layers/layer-kinds.js';
import { isPlainObject, own } from './shape/json.js';

/**
 * What the render engine draws today. The format knows more (TEMPLATE.md); the rest is refused here, and nowhere else,
 * so that nobody pays for a video in which something is silently missing. Lift an entry when its painter exists.
 */
const DRAWABLE = {
  layers: [
    'text',
    'image',
    'video',
    'shape',
    'rating',
    'machine_code',
    'chart',
    'caption',
  ] satisfies LayerKind[] as readonly unknown[],
  animations: [
    'fade',
    'slide',
    'zoom',
    'pop',
    'rotate',
    'flip',
    'bounce',
    'drop',
    'count',
    'pulse',
    'float',
    'shake',
    'spin',
  ] satisfies AnimationType[] as readonly unknown[],
  transitions: ['none', 'fade'] as readonly unknown[],
  /** Layer properties, by the values that need no painter of their own. */
  properties: {
    blend_mode: ['normal'],
    blur: [0],
    brightness: [1],
    contrast: [1],
    saturation: [1],
    hue_rotate: [0],
    effect: ['none'],
    mask: [],
  } as Readonly<Record<string, readonly unknown[]>>,
  /** Everything but what needs a filter, and the volume, which is heard. */
  undrawableKeyframes: ['blur', 'brightness', 'contrast', 'saturation', 'hue_rotate', 'volume'] as readonly unknown[],
} as const;

/** Faults whatever in this layer the engine cannot draw. Values of a wrong type are left to the shape's rules. */
export function refuseUndrawableLayer(layer: Record<string, unknown>, path: Path, faults: FaultList): void {
  const type = own(layer, 'type');
  const refuse = (steps: Path, value: unknown, what: string): void =>
    faults.add([...path, ...steps], { code: 'INVALID_VALUE', message: `${what} cannot be drawn yet`, value });
  if (isText(type) && !DRAWABLE.layers.includes(type)) refuse(['type'], type, `a layer of type ${type}`);
  for (const [name, values] of Object.entries(DRAWABLE.properties)) {
    const value = own(layer, name);
    if (value !== undefined && value !== null && !values.includes(value)) refuse([name], value, name);
  }
  const subtitles = type === 'caption' ? own(layer, 'source_url') : undefined;
  if (isText(subtitles)) refuse(['source_url'], subtitles, 'a caption from a file');
  for (const name of ['enter', 'exit', 'loop_animation'])
    refuseUndrawableAnimation(own(layer, name), [...path, name], faults);
  const keyframes = own(layer, 'keyframes');
  for (const name of isPlainObject(keyframes) ? Object.keys(keyframes) : []) {
    if (DRAWABLE.undrawableKeyframes.includes(name))
      refuse(['keyframes', name], own(keyframes, name), `a keyframed ${name}`);
  }
}

function refuseUndrawableAnimation(animation: unknown, path: Path, faults: FaultList): void {
  const refuse = (name: string, drawable: readonly unknown[]): void => {
    const value = own(animation, name);
    if (!isText(value) || drawable.includes(value)) return;
    faults.add([...path, name], { code: 'INVALID_VALUE', message: `${name} ${value} cannot be drawn yet`, value });
  };
  refuse('type', DRAWABLE.animations);
  refuse('split', ['none']);
}

/** Faults a page transition the engine cannot draw. */
export function refuseUndrawableTransition(transition: unknown, path: Path, faults: FaultList): void {
  const type = own(transition, 'type');
  if (!isText(type) || DRAWABLE.transitions.includes(type)) return;
  faults.add([...path, 'type'], {
    code: 'INVALID_VALUE',
    message: `transition ${type} cannot be drawn yet`,
    value: type,
  });
}

function isText(value: unknown): value is string {
  return typeof value === 'string';
}
