import { isLayerKind, type LayerKind } from '#libs/document';
import { didYouMean } from './did-you-mean.js';
import type { FaultList, Path } from './fault-list.js';
import { keyframedProperties } from './keyframes.js';
import { LAYER_CLASSES } from './layers/layer.js';
import type { Located } from './located.js';
import { OPENABLE_PROPERTIES } from './openable.js';
import { rangeOf } from './property-range.js';
import { isPlainObject, listOf, own } from './shape/json.js';
import { propertiesOf } from './shape/property-shape.js';

/**
 * Checks the keyframes of a layer. They may change only properties that the layer has, and only to values in their
 * ranges.
 */
export function checkKeyframes({ value, path }: Located, faults: FaultList): void {
  const keyframes = own(value, 'keyframes');
  const kind = own(value, 'type');
  if (!isPlainObject(keyframes) || !isLayerKind(kind)) return;
  const keyframed = keyframedProperties(LAYER_CLASSES[kind]);
  for (const [property, track] of Object.entries(keyframes)) {
    const at = [...path, 'keyframes', property];
    if (keyframed.has(property)) checkTrack(track, { kind, property, at }, faults);
    else {
      const proposal = faults.isFull ? '' : didYouMean(property, keyframed);
      const message = `a layer of type ${kind} has no ${property.slice(0, 64)}${proposal}`;
      faults.add(at, { code: 'INVALID_VALUE', message, value: track });
    }
  }
}

/** Checks that the layer has the properties that it opens. */
export function checkOpen({ value, path }: Located, faults: FaultList): void {
  const kind = own(value, 'type');
  if (!isLayerKind(kind)) return;
  const declared = propertiesOf(LAYER_CLASSES[kind]);
  for (const [index, name] of listOf(own(value, 'open')).entries()) {
    if (typeof name !== 'string' || declared.has(name) || !OPENABLE_PROPERTIES.includes(name)) continue;
    const message = `a layer of type ${kind} has no ${name}`;
    faults.add([...path, 'open', index], { code: 'INVALID_VALUE', message, value: name });
  }
}

function checkTrack(
  track: unknown,
  { kind, property, at }: { kind: LayerKind; property: string; at: Path },
  faults: FaultList,
): void {
  const { min, max } = rangeOf(kind, property);
  for (const [index, frame] of listOf(track).entries()) {
    const value = own(frame, 'value');
    if (typeof value !== 'number' || (value >= min && value <= max)) continue;
    const isSmall = value < min;
    const message = isSmall ? `value must not be less than ${min}` : `value must not be greater than ${max}`;
    faults.add([...at, index, 'value'], { code: isSmall ? 'VALUE_TOO_SMALL' : 'VALUE_TOO_LARGE', message, value });
  }
}

/**
 * Checks the masks of a page. A mask is another layer of the page, or an image. A layer that masks others is not
 * masked, nor is any layer inside it, so that the evaluation of masks terminates.
 *
 * @param layers of one page; layers inside groups follow their group
 */
export function checkMasks(layers: readonly Located[], faults: FaultList): void {
  const named = new Map(layers.map((layer) => [own(layer.value, 'name'), layer]));
  const holders = holdersOfMasks(layers);
  for (const layer of layers) {
    const mask = own(layer.value, 'mask');
    if (!isPlainObject(mask)) continue;
    const at = [...layer.path, 'mask'];
    const name = own(mask, 'layer');
    const isPicture = own(mask, 'source_url') !== undefined;
    if ((name === undefined) !== isPicture) {
      faults.add(at, { code: 'INVALID_VALUE', message: 'a mask needs either layer or source_url', value: mask });
    }
    if (typeof name !== 'string' || isPicture) continue;
    const target = named.get(name);
    const fault = maskFault(target, layer, holders);
    if (!fault) continue;
    const message = target || faults.isFull ? fault : fault + didYouMean(name, named.keys());
    faults.add([...at, 'layer'], { code: 'INVALID_VALUE', message, value: name });
  }
}

function maskFault(target: Located | undefined, masked: Located, holders: ReadonlySet<Located>): string | undefined {
  if (!target) return 'layer must be a layer of this page';
  if (target === masked) return 'a layer cannot mask itself';
  if (!holders.has(target)) return undefined;
  return 'a layer that masks others cannot be masked, nor can a layer within it';
}

/** The layers that have a mask, and the groups around them. One pass: each ancestor is marked once. */
function holdersOfMasks(layers: readonly Located[]): ReadonlySet<Located> {
  const holders = new Set<Located>();
  const around: Located[] = [];
  for (const layer of layers) {
    while (around.length > 0 && around.at(-1)!.path.length >= layer.path.length) around.pop();
    around.push(layer);
    if (own(layer.value, 'mask') === undefined) continue;
    for (let depth = around.length - 1; depth >= 0 && !holders.has(around[depth]!); depth -= 1) {
      holders.add(around[depth]!);
    }
  }
  return holders;
}
