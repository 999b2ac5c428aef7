/** The names that begin with one of the words given, or all of them. */
export function chosen<Name extends string>(names: readonly Name[], words: readonly string[]): readonly Name[] {
  const found = names.filter((name) => words.some((word) => name.startsWith(word)));
  return found.length > 0 ? found : names;
}
