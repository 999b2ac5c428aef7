/** An object of a Lottie file. */
export type LottieJson = Readonly<Record<string, unknown>>;

/** Objects and arrays within one another: groups of groups of shapes stay far below, and Skia reads them level by level. */
export const MAX_DEPTH = 200;
/** Objects and arrays: as many as 150,000 keyframes take. */
const MAX_CONTAINERS = 1_000_000;

/** The reason why a file cannot be used, as the end of a sentence that begins with the file. */
export class UnusableLottie extends Error {}

/**
 * Every object within a value, itself included, without recursion.
 *
 * @throws UnusableLottie if the value is nested too deeply or contains too many objects and lists
 */
export function objectsWithin(root: unknown): LottieJson[] {
  const objects: LottieJson[] = [];
  let level = isContainer(root) ? [root] : [];
  for (let depth = 1, count = level.length; level.length > 0; depth++, count += level.length) {
    if (depth > MAX_DEPTH) throw new UnusableLottie(`is nested deeper than ${MAX_DEPTH} levels`);
    if (count > MAX_CONTAINERS) throw new UnusableLottie(`holds more than ${MAX_CONTAINERS} objects and lists`);
    const next: object[] = [];
    for (const container of level) {
      if (isObject(container)) objects.push(container);
      for (const value of Object.values(container) as unknown[]) if (isContainer(value)) next.push(value);
    }
    level = next;
  }
  return objects;
}

/** The objects of a list; none if it is no list. */
export function jsonObjects(list: unknown): LottieJson[] {
  return Array.isArray(list) ? list.filter(isObject) : [];
}

/** The property that is reached by `names`, one in the other; undefined where there is none. */
export function property(value: unknown, ...names: readonly string[]): unknown {
  return names.reduce((at, name) => (isObject(at) ? at[name] : undefined), value);
}

/** Whether a value is an object and no list. */
export function isObject(value: unknown): value is LottieJson {
  return isContainer(value) && !Array.isArray(value);
}

function isContainer(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}
