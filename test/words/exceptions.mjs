/** Files whose words are not ours, or can no longer change. */
export const SKIPPED_FILES = [
  [/^(?:LICENSE|NOTICE)$/, 'the words of their authors'],
  [/^package-lock\.json$/, 'names of packages'],
  [/^test\/words\//, 'lists the words'],
  [/^test\/chart\/schemas\//, 'schemas of Kubernetes'],
  [/\/migrations\//, 'a released migration does not change'],
];

/** Names that others gave: where they stand, the word, and whose it is. */
export const ALLOWED_WORDS = [
  [/^libs\/contracts\/src\/videos\.ts$/, 'news', 'a subject on the wire, which services of two releases share'],
];
