import { maxCharactersOf, propertiesOf, type PropertyConstraint, type PropertyShape, type Shape } from '#libs/template';

/** Constraints of ours that bound an object whose properties have no shape. */
const BOUNDS_OF_OBJECTS = ['hasMaxMembers', 'hasMaxJson'];

/** The properties of a shape that take a string, an array or a map of any size, as `name: what`. */
export function unboundedWithin(shape: Shape): string[] {
  return [...propertiesOf(shape).values()].flatMap((property) => {
    const what = unbounded(property);
    return what ? [`${property.name}: ${what}`] : [];
  });
}

function unbounded({ constraints, nested, maxCharacters }: PropertyShape): string | undefined {
  const whole = constraints.filter(({ each }) => !each);
  const elements = constraints.filter(({ each }) => each);
  const has = (...names: string[]) => whole.some(({ name }) => names.includes(name));
  const isArray = takes(whole, 'array') || nested?.holder === 'array' || elements.length > 0;
  if (isArray && !has('arrayMaxSize')) return 'an array';
  if (takes(elements, 'string') && !elements.some((each) => Number.isFinite(maxCharactersOf(each)))) {
    return 'strings of an array';
  }
  const isMap = nested?.holder === 'record' || (takes(whole, 'object') && !nested);
  if (isMap && !has(...BOUNDS_OF_OBJECTS)) return 'an object';
  const isText = takes(whole, 'string') || (whole.every(({ types }) => types.length === 0) && !nested && !isArray);
  return isText && !Number.isFinite(maxCharacters) ? 'a string' : undefined;
}

function takes(constraints: readonly PropertyConstraint[], type: string): boolean {
  return constraints.some(({ types }) => types.some((each) => each === type));
}
