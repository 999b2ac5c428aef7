import { AXES, isInFrameUnits, isLayerKind, type LayerKind, lengthPx, type Size } from '#libs/document';
import type { FaultList, Path } from './fault-list.js';
import { LAYER_CLASSES } from './layers/layer.js';
import type { Located } from './located.js';
import { rangeOf } from './property-range.js';
import { isPlainObject, listOf, own } from './shape/json.js';
import { propertiesOf } from './shape/property-shape.js';

/** Checks lengths of the frame: they are as many pixels as the property accepts. */
export function checkFrameLengths(layer: Located, frame: Size, faults: FaultList): void {
  const kind = own(layer.value, 'type');
  if (!isLayerKind(kind)) return;
  for (const { property, length, at } of lengthsOf(layer, kind)) {
    if (!isInFrameUnits(length)) continue;
    const px = lengthPx(length, NaN, frame);
    const { min, max } = rangeOf(kind, property);
    if (!(px < min || px > max)) continue; // not a number: an expression decides it
    const [code, bound] =
      px < min
        ? (['VALUE_TOO_SMALL', `less than ${min}`] as const)
        : (['VALUE_TOO_LARGE', `greater than ${max}`] as const);
    const message = `${String(at.at(-1))} must not be ${bound}: here it is ${Math.round(px * 100) / 100} pixels`;
    faults.add(at, { code, message, value: length });
  }
}

/** The lengths of a layer and of its keyframes. */
function* lengthsOf(
  { value, path }: Located,
  kind: LayerKind,
): Generator<{ property: string; length: unknown; at: Path }> {
  const declared = propertiesOf(LAYER_CLASSES[kind]);
  for (const [property, length] of Object.entries(value)) {
    if (typeof length === 'string' && declared.get(property)?.isLength)
      yield { property, length, at: [...path, property] };
  }
  const keyframes = own(value, 'keyframes');
  for (const [property, track] of Object.entries(isPlainObject(keyframes) ? keyframes : {})) {
    if (!declared.get(property)?.isLength) continue;
    for (const [index, keyframe] of listOf(track).entries()) {
      yield { property, length: own(keyframe, 'value'), at: [...path, 'keyframes', property, index, 'value'] };
    }
  }
}

/** Checks that each direction of a layer has one place: x, one edge, both edges without a size, or the center. */
export function checkPlace({ value, path }: Located, faults: FaultList): void {
  const keyframes = own(value, 'keyframes');
  for (const [place, extent, from, to, center] of AXES) {
    const isGiven = (name: string): boolean => own(value, name) !== undefined || own(keyframes, name) !== undefined;
    const [first, ...others] = [center, from, to, place].filter(isGiven);
    const isStretched = first === from && others[0] === to;
    const spare = isStretched ? (others[1] ?? (isGiven(extent) ? extent : undefined)) : others[0];
    if (first === undefined || spare === undefined) continue;
    const at = own(value, spare) === undefined ? [...path, 'keyframes', spare] : [...path, spare];
    const message = isStretched
      ? `${spare} contradicts ${from} and ${to}: leave out one of the three`
      : `${spare} contradicts ${first}: leave out one of them`;
    faults.add(at, { code: 'INVALID_VALUE', message, value: own(value, spare) ?? own(keyframes, spare) });
  }
}
