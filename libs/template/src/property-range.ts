import type { LayerKind } from '#libs/document';
import { FONT_WEIGHTS } from './layers/text-layer.js';
import { LAYER_CLASSES } from './layers/layer.js';
import { propertiesOf, type PropertyShape } from './shape/property-shape.js';

/** The numbers that a property accepts. */
export interface PropertyRange {
  min: number;
  max: number;
  /** Only multiples of this are accepted. */
  step?: number;
}

const ANY: PropertyRange = { min: -Infinity, max: Infinity };

const known = new Map<string, PropertyRange>();

/**
 * The numbers that a layer property accepts, as its class declares them. No bounds for properties that are not numbers.
 */
export function rangeOf(kind: LayerKind, property: string): PropertyRange {
  const key = `${kind} ${property}`;
  const before = known.get(key);
  if (before) return before;
  const shape = propertiesOf(LAYER_CLASSES[kind]).get(property);
  const range = shape ? readRange(shape) : ANY;
  if (shape) known.set(key, range);
  return range;
}

function readRange({ constraints }: PropertyShape): PropertyRange {
  return constraints.reduce((range: PropertyRange, { name, arguments: [bound] }) => {
    switch (name) {
      case 'min':
        return { ...range, min: Number(bound) };
      case 'max':
        return { ...range, max: Number(bound) };
      case 'isExtent':
        return { ...range, min: 0 };
      case 'isInt':
        return { ...range, step: 1 };
      case 'isIn':
        return bound === FONT_WEIGHTS ? { min: 100, max: 900, step: 100 } : range;
      default:
        return range;
    }
  }, ANY);
}
