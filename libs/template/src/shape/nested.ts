import 'reflect-metadata'; // for class-transformer's @Type, also in a bundle that drops the lib's index
import { Type } from 'class-transformer';
import { ValidateNested } from 'class-validator';
import { PropertyNotes } from './property-notes.js';

type ShapeClass = abstract new () => object;

/** Several shapes; `property` of the value selects one. */
export interface ShapeChoice {
  readonly property: string;
  readonly shapes: Readonly<Record<string, ShapeClass>>;
}

/**
 * Several shapes, each by the name of a property that only its objects have. The value may also be no object: other
 * rules of the property say what else.
 */
export interface ShapeUnion {
  readonly shapes: Readonly<Record<string, ShapeClass>>;
}

type ShapeThunk = () => ShapeClass | ShapeChoice | ShapeUnion;

const declared = new PropertyNotes<ShapeThunk>();

/**
 * Declares that the value of a property, or with `each` every element of its array, is an object with its own shape.
 * Validated like class-validator's `@ValidateNested`, and instantiated by class-transformer like `@Type`.
 */
export function Nested(shape: ShapeThunk, { each = false } = {}): PropertyDecorator {
  return (prototype, property) => {
    declared.set(prototype, property, shape);
    ValidateNested({ each })(prototype, property);
    Type(() => classOf(shape()))(prototype, property);
  };
}

/** The shape that {@link Nested} declares for a property of a class or of its ancestors. */
export function nestedShapeOf(shape: ShapeClass, property: string): ShapeClass | ShapeChoice | ShapeUnion | undefined {
  return declared.get(shape, property)?.();
}

/**
 * The class that class-transformer instantiates. A choice has none: documents, which have choices, are only validated.
 */
function classOf(shape: ShapeClass | ShapeChoice | ShapeUnion): new () => object {
  return typeof shape === 'function' ? (shape as new () => object) : Object;
}
