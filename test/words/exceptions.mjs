/** Files whose words are not ours, or can no longer change. */
export const SKIPPED_FILES = [
  [/^(?:LICENSE|NOTICE)$/, 'the words of their authors'],
  [/^package-lock\.json$/, 'names of packages'],
  [/^test\/words\//, 'lists the words'],
  [/^test\/chart\/schemas\//, 'schemas of Kubernetes'],
  [/\/migrations\//, 'a released migration does not change'],
];

/** Names that others gave, or that cannot change: where they stand, the word, and why. */
export const ALLOWED_WORDS = [
  [/^(?:apps\/local\/README\.md|libs\/embedded\/src\/postgres-binaries\.ts)$/, 'nobody', 'a user of Unix'],
  [
    /^(?:libs\/contracts\/src\/videos\.ts|helm\/framewright\/(?:files\/nats-permissions\.json|examples\/[\w-]+\.yaml)|test\/e2e\/nats-use\.spec\.ts)$/,
    'news',
    'the subject `news.video`, which the services of two releases share during an upgrade',
  ],
  [/^test\/gallery\/sheets\/texts\.ts$/, 'says so', 'drawn in a golden frame'],
];
