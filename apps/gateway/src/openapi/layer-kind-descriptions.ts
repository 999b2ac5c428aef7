import {
  keyframedProperties,
  LAYER_CLASSES,
  modifiableProperties,
  openableProperties,
  propertiesInSize,
  propertiesInStyle,
  type Shape,
} from '#libs/template';

/** The description of a property of a class. */
type Describe = (shape: Shape, property: string) => string | undefined;

/**
 * Describes a property of a modification, and the kinds of layers to which it belongs: from the classes of the kinds.
 *
 * @param describe describes a property of the class of a kind
 */
export function describeModification(property: string, describe: Describe): string {
  return inKinds(property, propertiesOfCallers, describe);
}

/** The same for a property that differs from size to size. */
export function describeInSize(property: string, describe: Describe): string {
  return inKinds(property, propertiesInSize, describe);
}

/** The same for a property of a style. */
export function describeInStyle(property: string, describe: Describe): string {
  return inKinds(property, propertiesInStyle, describe);
}

/** The same for the keyframes of a property. */
export function describeKeyframes(property: string, describe: Describe): string {
  return `Keyframes of \`${property}\`. ${inKinds(property, keyframedProperties, describe)}`;
}

/** Properties of a kind that callers may set: always, or where a layer opens them. */
function propertiesOfCallers(shape: Shape): ReadonlySet<string> {
  return new Set([...modifiableProperties(shape), ...openableProperties(shape)]);
}

function inKinds(property: string, propertiesOf: typeof propertiesInSize, describe: Describe): string {
  const kinds = Object.entries<Shape>(LAYER_CLASSES);
  const having = kinds.filter(([, shape]) => propertiesOf(shape).has(property));
  const meanings = Map.groupBy(having, ([, shape]) => describe(shape, property) ?? '');
  return [...meanings]
    .map(
      ([meaning, of]) =>
        `${of.length === kinds.length ? 'Every layer' : inWords(of.map(([kind]) => kind))}: ${meaning}`,
    )
    .join(' ');
}

/** `text and caption layers`, with each kind as a document names it. */
function inWords(kinds: readonly string[]): string {
  const named = kinds.map((kind) => `\`${kind}\``);
  const last = named.pop()!;
  return named.length === 0 ? `Layer ${last}` : `Layers ${named.join(', ')} and ${last}`;
}
