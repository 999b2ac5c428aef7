import {
  getMetadataStorage,
  ValidationTypes,
  type ValidationArguments,
  type ValidatorConstraintInterface,
} from 'class-validator';
import type { JsonType, RuleContext } from './define-rule.js';
import { constraintFault, type ConstraintFault } from './constraint-faults.js';
import { own } from './json.js';
import { maxCharactersOf } from './max-characters.js';
import { nestedShapeOf } from './nested.js';
import { isNullContext } from './or-null.js';
import { type RecordKeys, recordProperties, recordShapeOf } from './record-of.js';

export type Shape<T extends object = object> = abstract new () => T;

/** One property of a shape, as its decorators declare it. */
export interface PropertyShape {
  name: string;
  optional: boolean;
  /** Whether null is accepted (`@OrNull`). */
  nullable: boolean;
  /** Conditions (`@ValidateIf`). The property is validated, and required, only if all of them hold. */
  conditions: readonly ((object: object, value: unknown) => boolean)[];
  /** In the order of checking: type, then bounds, then format, then the rest. */
  constraints: readonly PropertyConstraint[];
  /** Length of the longest accepted string; Infinity without a limit, and for properties that are not strings. */
  maxCharacters: number;
  /** Whether its strings are addresses that a renderer will fetch. */
  isAddress: boolean;
  /** Whether it is a secret: no fault of its object shows a value. */
  isSecret: boolean;
  /** Whether it is a length. */
  isLength: boolean;
  /** Whether it is a list of shadows, which has lengths. */
  isShadowList: boolean;
  /** For values that are objects with their own shape. */
  nested?: NestedShape;
}

export interface PropertyConstraint extends ConstraintFault {
  name: string;
  /** Whether the elements of an array are checked instead of the array. */
  each: boolean;
  passes: (args: ValidationArguments) => boolean;
  message: (args: ValidationArguments) => string;
  arguments: readonly unknown[];
}

export interface NestedShape {
  /** Whether the value itself, the value if it is an object, the elements of an array or the values of an object have the shape. */
  holder: 'value' | 'union' | 'array' | 'record';
  /** The shape, or several. */
  shape: Shape | ShapeChoices;
  /** The shape that the object with the property allows, where that is fewer values than `shape`. */
  narrow?: ((owner: object) => Shape | undefined) | undefined;
  /** The names that a record accepts. */
  keys?: RecordKeys;
}

/** Several shapes: by the values of a property, or, without `property`, by a property that the object has. */
export interface ShapeChoices {
  property?: string;
  shapes: ReadonlyMap<string, Shape>;
}

type Metadata = ReturnType<ReturnType<typeof getMetadataStorage>['getTargetValidationMetadatas']>[number];

const shapes = new WeakMap<Shape, ReadonlyMap<string, PropertyShape>>();
/**
 * Kinds of faults in the order of the checks. Bounds come before formats: the check of a format may be expensive and
 * must not receive a value over its limit.
 */
const GRAVITY = ['INVALID_TYPE', 'VALUE_TOO_LARGE', 'VALUE_TOO_SMALL', 'INVALID_FORMAT', 'INVALID_VALUE'];

/** The properties that a class and its ancestors declare by the decorators of class-validator and of this folder. */
export function propertiesOf(shape: Shape): ReadonlyMap<string, PropertyShape> {
  const known = shapes.get(shape);
  if (known) return known;
  const metadata = getMetadataStorage().getTargetValidationMetadatas(shape, '', false, false);
  const names = new Set([...metadata.map((each) => each.propertyName), ...recordProperties(shape)]);
  const properties = new Map(
    [...names].map((name) => {
      const ofProperty = metadata.filter((each) => each.propertyName === name);
      const record = recordShapeOf(shape, name);
      const nested = record ? ({ holder: 'record', ...record } as const) : nestedShape(shape, name, ofProperty);
      return [name, { ...propertyShape(name, ofProperty), ...(nested && { nested }) }];
    }),
  );
  shapes.set(shape, properties);
  return properties;
}

function propertyShape(name: string, metadata: readonly Metadata[]): PropertyShape {
  const conditional = metadata.filter((each) => each.type === ValidationTypes.CONDITIONAL_VALIDATION);
  const constraints = metadata.filter((each) => each.type === ValidationTypes.CUSTOM_VALIDATION).map(toConstraint);
  return {
    name,
    optional: conditional.some((each) => each.name === 'isOptional'),
    nullable: conditional.some(({ context }) => isNullContext(context)),
    conditions: conditional
      .filter((each) => each.name !== 'isOptional' && !isNullContext(each.context))
      .map((each) => each.constraints[0] as PropertyShape['conditions'][number]),
    constraints: constraints.toSorted((a, b) => gravity(a) - gravity(b)),
    maxCharacters: Math.min(...constraints.filter(({ each }) => !each).map(maxCharactersOf)),
    isAddress: constraints.some((constraint) => constraint.isAddress),
    isSecret: constraints.some((constraint) => constraint.isSecret),
    isLength: constraints.some((constraint) => constraint.isLength),
    isShadowList: constraints.some(({ name }) => name === 'isShadowList'),
  };
}

function gravity(constraint: PropertyConstraint): number {
  return GRAVITY.indexOf(typeof constraint.code === 'string' ? constraint.code : 'VALUE_TOO_SMALL');
}

function toConstraint(metadata: Metadata): PropertyConstraint {
  const name = metadata.name ?? '';
  const parameters = (metadata.constraints as unknown[] | undefined) ?? [];
  const validators = getMetadataStorage()
    .getTargetValidatorConstraints(metadata.constraintCls)
    .map((each) => each.instance);
  return {
    name,
    each: metadata.each,
    arguments: parameters,
    ...constraintFault({ name, arguments: parameters, context: metadata.context as Partial<RuleContext> | undefined }),
    passes: (args) => validators.every((validator) => accepts(validator, args)),
    message: (args) => messageOf(metadata, args, validators[0]?.defaultMessage?.(args)),
  };
}

/**
 * Whether a rule accepts a value. Some rules of validator.js throw on half a surrogate pair, which counts as a
 * rejection.
 */
function accepts(validator: ValidatorConstraintInterface, args: ValidationArguments): boolean {
  try {
    return validator.validate(args.value, args) === true;
  } catch {
    return false;
  }
}

/** The message of the decorator, else the list of allowed values, else the message of class-validator. */
function messageOf(metadata: Metadata, args: ValidationArguments, defaultMessage: string | undefined): string {
  // The types say there is always a message; class-validator leaves it out unless the decorator was given one.
  const given = metadata.message as Metadata['message'] | undefined;
  if (typeof given === 'function') return given(args);
  const members: unknown = metadata.name === 'isIn' ? args.constraints[0] : undefined;
  const text = Array.isArray(members) ? `$property must be one of: ${members.join(', ')}` : defaultMessage;
  return (given ?? text ?? '$property is not valid')
    .replace('each value in ', '')
    .replaceAll('$property', args.property)
    .replace(/\$constraint(\d)/g, (_, n: string) => String(args.constraints[Number(n) - 1]));
}

function nestedShape(shape: Shape, name: string, metadata: readonly Metadata[]): NestedShape | undefined {
  const marker = metadata.find((each) => each.type === ValidationTypes.NESTED_VALIDATION);
  if (!marker) return undefined;
  const found = nestedShapeOf(shape, name);
  if (!found) throw new TypeError(`${shape.name}.${name} is nested and needs @Nested`);
  if (typeof found === 'function') return { holder: marker.each ? 'array' : 'value', shape: found };
  const choices = { ...found, shapes: new Map(Object.entries(found.shapes)) };
  return { holder: marker.each ? 'array' : 'property' in found ? 'value' : 'union', shape: choices };
}

/** The shape of an object; undefined if none of several fits. */
export function memberShape({ shape }: NestedShape, value: object): Shape | undefined {
  if (typeof shape === 'function') return shape;
  const { property, shapes } = shape;
  if (property === undefined) return [...shapes].find(([name]) => Object.hasOwn(value, name))?.[1];
  const chosen = own(value, property);
  return typeof chosen === 'string' ? shapes.get(chosen) : undefined;
}

/** `a string`, `a number or a string`. */
export function describeTypes(types: readonly JsonType[]): string {
  return types.map((type) => (/^[aeiou]/.test(type) ? `an ${type}` : `a ${type}`)).join(' or ');
}
