import type { PropertyShape, Shape } from './property-shape.js';

type Candidates = (name: string) => readonly PropertyShape[];

const candidatesByShape = new WeakMap<Shape, Candidates>();

/**
 * Lets a shape take properties it does not declare: `candidates` gives every declaration a name could mean, and a value
 * is accepted when at least one of them accepts it.
 */
export function OpenProperties(candidates: Candidates): ClassDecorator {
  return (shape) => {
    candidatesByShape.set(shape as unknown as Shape, candidates);
  };
}

/** What an undeclared property of `shape` could mean; none: it is unknown. */
export function openCandidates(shape: Shape, name: string): readonly PropertyShape[] {
  return candidatesByShape.get(shape)?.(name) ?? [];
}
