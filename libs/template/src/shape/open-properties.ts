import type { PropertyShape, Shape } from './property-shape.js';

/** Properties that a shape accepts without declaring them, each with every declaration that may apply. */
export type OpenMeanings = () => ReadonlyMap<string, readonly PropertyShape[]>;

const meaningsByShape = new WeakMap<Shape, OpenMeanings>();
const known = new WeakMap<Shape, ReturnType<OpenMeanings>>();

/**
 * Lets a shape accept undeclared properties. A value is accepted if at least one declaration of that name accepts it.
 * `meanings` is called on first use of the shape, not at its declaration.
 */
export function OpenProperties(meanings: OpenMeanings): (shape: Shape) => void {
  return (shape) => {
    meaningsByShape.set(shape, meanings);
  };
}

/** Every undeclared property that `shape` accepts. */
export function openPropertiesOf(shape: Shape): ReadonlyMap<string, readonly PropertyShape[]> {
  const meanings = known.get(shape) ?? meaningsByShape.get(shape)?.() ?? NONE;
  known.set(shape, meanings);
  return meanings;
}

/** The declarations that may apply to an undeclared property of `shape`; none: it is unknown. */
export function openCandidates(shape: Shape, name: string): readonly PropertyShape[] {
  return openPropertiesOf(shape).get(name) ?? [];
}

const NONE: ReadonlyMap<string, readonly PropertyShape[]> = new Map();
