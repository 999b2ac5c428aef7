import type { LayerKind } from '#libs/document';
import { meaningsOf } from './meanings.js';
import { OpenProperties } from '../shape/open-properties.js';
import { propertiesOf, type Shape } from '../shape/property-shape.js';
import { ExplainsUnknown } from '../shape/unknown-fields.js';

/** Properties that only a layer itself has: its name, its kind, what decides the structure, and what callers may set. */
const OF_LAYER: ReadonlySet<string> = new Set([
  ...['name', 'type', 'style', 'when', 'repeat', 'open', 'layers', 'component', 'values'],
]);

/**
 * Properties that several layers share. A layer has those of them that its kind has. Expressions see the variables of the
 * document and `brand`. Each property that a kind requires stands in the layer itself.
 */
export class LayerStyle {
  [property: string]: unknown;
}

/** The properties of a layer kind that a style may set. */
export function propertiesInStyle(kind: Shape): ReadonlySet<string> {
  return new Set([...propertiesOf(kind).keys()].filter((name) => !OF_LAYER.has(name)));
}

const shapes = new Map<LayerKind, Shape>();

/** The shape of a style for layers of one kind. */
export function shapeOfStyle(kind: LayerKind): Shape {
  return shapes.get(kind) ?? LayerStyle;
}

/** Declares what {@link LayerStyle} may set, in all and for each kind. Call it once, when all kinds are declared. */
export function declareStyles(kinds: Readonly<Record<LayerKind, Shape>>): void {
  for (const [kind, shape] of Object.entries(kinds)) {
    class StyleOfKind extends LayerStyle {}
    OpenProperties(() => meaningsOf([shape], propertiesInStyle))(StyleOfKind);
    shapes.set(kind as LayerKind, StyleOfKind);
  }
  OpenProperties(() => meaningsOf(Object.values(kinds), propertiesInStyle))(LayerStyle);
  ExplainsUnknown((name) => (OF_LAYER.has(name) ? 'is a property that only a layer itself has' : undefined))(
    LayerStyle,
  );
}
