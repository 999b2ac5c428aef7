import type { PropertyShape, Shape } from './property-shape.js';

/** Properties a shape takes without declaring them, each with every declaration its name could mean. */
export type OpenMeanings = () => ReadonlyMap<string, readonly PropertyShape[]>;

const meaningsByShape = new WeakMap<Shape, OpenMeanings>();

/**
 * Lets a shape take properties it does not declare; a value is accepted when at least one of the meanings of its name
 * accepts it. `meanings` is asked once the shape is used, not when it is declared.
 */
export function OpenProperties(meanings: OpenMeanings): ClassDecorator {
  return (shape) => {
    meaningsByShape.set(shape as unknown as Shape, meanings);
  };
}

/** Every property that `shape` takes undeclared. */
export function openPropertiesOf(shape: Shape): ReadonlyMap<string, readonly PropertyShape[]> {
  return meaningsByShape.get(shape)?.() ?? NONE;
}

/** What an undeclared property of `shape` could mean; none: it is unknown. */
export function openCandidates(shape: Shape, name: string): readonly PropertyShape[] {
  return openPropertiesOf(shape).get(name) ?? [];
}

const NONE: ReadonlyMap<string, readonly PropertyShape[]> = new Map();
