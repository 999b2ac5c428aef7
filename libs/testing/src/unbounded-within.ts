import {
  maxCharactersOf,
  propertiesOf,
  propertySchema,
  type PropertyConstraint,
  type PropertyShape,
  type Shape,
} from '#libs/template';

/** Our constraints that bound an object whose properties have no shape, without a keyword of the schema. */
const BOUNDS_OF_OBJECTS = ['hasMaxMembers', 'hasMaxJson'];

/** Constraints that accept a few numbers only. */
const SETS_OF_NUMBERS = ['isIn', 'isFrameRate'];

/** The properties of a shape that take a string, a number, an array or a map of any size, as `name: what`. */
export function unboundedWithin(shape: Shape): string[] {
  return [...propertiesOf(shape).values()].flatMap((property) => {
    const what = unbounded(property, schemaOf(shape, property)) ?? unboundedNumber(shape, property);
    return what ? [`${property.name}: ${what}`] : [];
  });
}

/** The fault of a number without bounds. One that may also be a string is bounded by its characters. */
function unboundedNumber(shape: Shape, property: PropertyShape): string | undefined {
  const { constraints } = property;
  const ofNumbers = constraints.filter(({ types }) => types.length === 1 && types[0] === 'number');
  if (ofNumbers.length === 0 || constraints.some(({ name }) => SETS_OF_NUMBERS.includes(name))) return undefined;
  const schema = schemaOf(shape, property);
  const { minimum, exclusiveMinimum, maximum } = constraints.some(({ each }) => each) ? (schema.items ?? {}) : schema;
  return maximum === undefined || (minimum ?? exclusiveMinimum) === undefined ? 'a number' : undefined;
}

function schemaOf(shape: Shape, property: PropertyShape): Bounds {
  return propertySchema({ shape, property }, { refTo: ({ name }) => name });
}

interface Bounds {
  anyOf?: Bounds[];
  maxItems?: number;
  maxProperties?: number;
  minimum?: number;
  exclusiveMinimum?: number;
  maximum?: number;
  items?: Bounds;
}

function unbounded(
  { constraints, nested, maxCharacters }: PropertyShape,
  { anyOf, maxProperties, ...schema }: Bounds,
): string | undefined {
  const whole = constraints.filter(({ each }) => !each);
  const elements = constraints.filter(({ each }) => each);
  const has = (...names: string[]) => whole.some(({ name }) => names.includes(name));
  const isArray = takes(whole, 'array') || nested?.holder === 'array' || elements.length > 0;
  if (isArray && [schema, ...(anyOf ?? [])].every(({ maxItems }) => maxItems === undefined)) return 'an array';
  if (takes(elements, 'string') && !elements.some((each) => Number.isFinite(maxCharactersOf(each)))) {
    return 'strings of an array';
  }
  const isMap = nested?.holder === 'record' || (takes(whole, 'object') && !nested);
  if (isMap && maxProperties === undefined && !has(...BOUNDS_OF_OBJECTS)) return 'an object';
  const isText = takes(whole, 'string') || (whole.every(({ types }) => types.length === 0) && !nested && !isArray);
  return isText && !Number.isFinite(maxCharacters) ? 'a string' : undefined;
}

function takes(constraints: readonly PropertyConstraint[], type: string): boolean {
  return constraints.some(({ types }) => types.some((each) => each === type));
}
