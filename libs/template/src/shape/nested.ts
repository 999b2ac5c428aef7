import { Type } from 'class-transformer';
import { ValidateNested } from 'class-validator';

type ShapeClass = abstract new () => object;

/** Several shapes: the value's `property` names the one it has. */
export interface ShapeChoice {
  readonly property: string;
  readonly shapes: Readonly<Record<string, ShapeClass>>;
}

type ShapeThunk = () => ShapeClass | ShapeChoice;

const declared = new WeakMap<object, Map<string, ShapeThunk>>();

/**
 * Declares that a property's value, or with `each` every element of its array, is an object of a shape of its own. Validates as
 * class-validator's `@ValidateNested`, and class-transformer instantiates it as after `@Type`.
 */
export function Nested(shape: ShapeThunk, { each = false } = {}): PropertyDecorator {
  return (prototype, property) => {
    if (typeof property !== 'string') throw new TypeError('a nested property has a name');
    ValidateNested({ each })(prototype, property);
    Type(() => classOf(shape()))(prototype, property);
    const onClass = declared.get(prototype) ?? new Map<string, ShapeThunk>();
    declared.set(prototype, onClass.set(property, shape));
  };
}

/** The shape that {@link Nested} declares for a property of a class or of its ancestors. */
export function nestedShapeOf(shape: ShapeClass, property: string): ShapeClass | ShapeChoice | undefined {
  for (let at = shape.prototype as object | null; at; at = Object.getPrototypeOf(at) as object | null) {
    const found = declared.get(at)?.get(property);
    if (found) return found();
  }
  return undefined;
}

/** Documents, which have choices, are validated and never instantiated. */
function classOf(shape: ShapeClass | ShapeChoice): new () => object {
  return typeof shape === 'function' ? (shape as new () => object) : Object;
}
