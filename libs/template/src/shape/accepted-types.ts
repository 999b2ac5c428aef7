import { isList, isPlainObject, own } from './json.js';
import type { JsonType } from './define-rule.js';
import {
  memberShape,
  propertiesOf,
  type PropertyConstraint,
  type PropertyShape,
  type Shape,
} from './property-shape.js';

const ANY: ReadonlySet<JsonType> = new Set(['string']);

const known = new WeakMap<PropertyShape, ReadonlySet<JsonType>>();

/** The JSON types that all rules of a property accept. */
export function acceptedTypes(property: PropertyShape): ReadonlySet<JsonType> {
  const types = known.get(property) ?? typesOf(property);
  known.set(property, types);
  return types;
}

function typesOf({ constraints }: PropertyShape): ReadonlySet<JsonType> {
  const ofRules = constraints
    .filter(({ each }) => !each)
    .map(typesOfRule)
    .filter((types) => types.size > 0);
  return ofRules.length === 0
    ? ANY
    : ofRules.reduce((all, types) => new Set([...all].filter((type) => types.has(type))));
}

function typesOfRule({ name, types, arguments: [members] }: PropertyConstraint): ReadonlySet<JsonType> {
  if (name !== 'isIn' || !isList(members)) return new Set(types);
  return new Set(
    members.map((member) => typeof member).filter((type): type is 'string' | 'number' | 'boolean' => type !== 'object'),
  );
}

/** The types that the property at a path of a document accepts; text for a property that its classes do not declare. */
export function acceptedTypesAt(
  root: Shape,
  document: unknown,
  path: readonly (string | number)[],
): ReadonlySet<JsonType> {
  let shape: Shape | undefined = root;
  let property: PropertyShape | undefined;
  let at = document;
  for (const step of path) {
    at = isList(at) ? at[Number(step)] : own(at, String(step));
    if (typeof step === 'string' && shape) {
      property = propertiesOf(shape).get(step);
      shape = undefined;
    }
    if (property?.nested && isPlainObject(at)) shape = memberShape(property.nested, at);
  }
  return property ? acceptedTypes(property) : ANY;
}
