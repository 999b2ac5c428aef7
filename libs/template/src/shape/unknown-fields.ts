import type { Shape } from './property-shape.js';

/** Explains why a shape has no field of this name, continuing "<field> …"; undefined for a name without a meaning. */
type Explain = (name: string) => string | undefined;

const explanations = new WeakMap<Shape, Explain>();

/** Explains unknown fields whose names mean something elsewhere. */
export function ExplainsUnknown(explain: Explain): (shape: Shape) => void {
  return (shape) => {
    explanations.set(shape, explain);
  };
}

/** The explanation of {@link ExplainsUnknown}, of `shape` or a class that it extends, for a field that it does not have. */
export function explainUnknown(shape: Shape, name: string): string | undefined {
  const parent = Object.getPrototypeOf(shape) as Shape | null;
  return explanations.get(shape)?.(name) ?? (parent ? explainUnknown(parent, name) : undefined);
}
