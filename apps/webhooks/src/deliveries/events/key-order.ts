import { propertiesOf, type Shape } from '#libs/template';

/**
 * An object with its keys in the order in which its class declares them, nested objects included. Keys that the class does
 * not know come last. Messages are stored as jsonb, which sorts keys by their length.
 */
export function inDeclaredOrder<T extends object>(shape: Shape<T>, value: T): T {
  const rest = new Map<string, unknown>(Object.entries(value));
  const ordered: [string, unknown][] = [];
  for (const { name, nested } of propertiesOf(shape).values()) {
    if (!rest.has(name)) continue;
    const inner = rest.get(name);
    const shapeWithin = nested?.holder === 'value' && typeof nested.shape === 'function' ? nested.shape : undefined;
    ordered.push([name, shapeWithin && isObject(inner) ? inDeclaredOrder(shapeWithin, inner) : inner]);
    rest.delete(name);
  }
  return Object.fromEntries([...ordered, ...rest]) as T;
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}
