/** The texts of a document for which `find` returns a value, each once, with that value. */
export function textsOf<T>(document: unknown, find: (text: string) => T | undefined): Map<string, T> {
  const found = new Map<string, T>();
  const waiting = [document];
  for (const next of waiting) {
    if (typeof next === 'string') {
      const value = find(next);
      if (value !== undefined) found.set(next, value);
    } else if (typeof next === 'object' && next !== null) {
      const within: unknown[] = Object.values(next);
      waiting.push(...within);
    }
  }
  return found;
}

/** A copy of a document in which these texts are replaced wherever they are a whole value. */
export function withTexts<T>(document: T, replacements: ReadonlyMap<string, string>): T {
  return JSON.parse(JSON.stringify(document), (_key, value: unknown) =>
    typeof value === 'string' ? (replacements.get(value) ?? value) : value,
  ) as T;
}
