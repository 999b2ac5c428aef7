/** Files whose words are not ours, or can no longer change. */
export const SKIPPED_FILES = [
  [/^(?:LICENSE|NOTICE)$/, 'the words of their authors'],
  [/(^|\/)package-lock\.json$/, 'names of packages'],
  [/^test\/words\//, 'lists the words'],
  [/^test\/chart\/schemas\//, 'schemas of Kubernetes'],
  [/\/migrations\//, 'a released migration does not change'],
  [/^examples\/starters\//, 'the words of a restaurant, a league, a school: what its videos say'],
];

/** Names that others gave, or that cannot change: where they stand, the word, and why. */
export const ALLOWED_WORDS = [
  [/^docs\/guides\/start-from-a-template\.md$/, 'news, wish', 'subjects of templates'],
  [/^(?:apps\/local\/README\.md|libs\/embedded\/src\/postgres-binaries\.ts)$/, 'nobody', 'a user of Unix'],
  [
    /^(?:libs\/contracts\/src\/videos\.ts|helm\/framewright\/(?:files\/nats-permissions\.json|examples\/[\w-]+\.yaml)|test\/e2e\/nats-use\.spec\.ts)$/,
    'news',
    'the subject `news.video`, which the services of two releases share during an upgrade',
  ],
  [/^test\/gallery\/sheets\/texts\.ts$/, 'says so', 'drawn in a golden frame'],
  [/^libs\/frames\/src\/charts\//, 'segment, segments', 'a piece of a line or a curve'],
  [
    /^libs\/(?:frames\/src\/(?:text\/line-breaks|unicode\/segmentation)|template\/src\/(?:captions\/caption-text|expressions\/functions\/text-functions)|timeline\/src\/animations\/most-letters)\.ts$/,
    'segment',
    'a word or character, as `Intl.Segmenter` has it',
  ],
  [
    /^(?:libs\/encode\/src\/sound\/time-stretch\/|docs\/decisions\/0010-)/,
    'segment, segments',
    'a piece of a sound, as the literature of time stretching has it',
  ],
  [
    /^(?:libs\/storage\/src\/|apps\/gateway\/src\/(?:audit-trail|auth)\/)/,
    'segment, segments',
    'a piece of a path or a key, as RFC 3986 has it',
  ],
  [
    /^(?:docs\/api\/|libs\/contracts\/src\/bodies\.ts$|apps\/gateway\/src\/openapi\/docstrings\.ts$|libs\/client\/src\/api-types\.ts$|libs\/client-python\/src\/framewright\/models\.py$)/,
    'segments',
    'a piece of a stream, as HLS and DASH have it',
  ],
  [/^libs\/client-python\/src\/framewright\/files\.py$/, 'tell', 'a method of files in Python'],
  [/^test\/tools\//, 'segment', 'names of Go modules'],
];

/**
 * Names that two versions share during an upgrade, so that they stay until the first release: the table `segments`, the
 * field `segment` of messages, and metrics. Comments and names of tests may use them only where they are written as
 * names; all other code may use them anywhere.
 */
const NAME_IN_PROSE = /(?<=`|\bvideos\.|\bframewright_)segments?(?:_\w+)?\b/g;
const NAME_IN_CODE = /\bsegments?(?:_\w+)?\b/g;
const FILES_WITH_NAMES =
  /^(?:apps\/(?:videos|renderer)|libs\/(?:contracts|encode|messaging|outbox|render)|test)\/.*\.ts$/;
/** A line of a comment or the name of a test. */
const PROSE = /^(?:\/?\*|\/\/|(?:it|describe)[.(])/;

/** A file's text without the names that stay. */
export function withoutKeptNames(path, text) {
  const rest = text.replace(NAME_IN_PROSE, '·');
  return FILES_WITH_NAMES.test(path) ? rest.split('\n').map(withoutNamesInCode).join('\n') : rest;
}

function withoutNamesInCode(line) {
  if (PROSE.test(line.trimStart())) return line;
  const [code, ...comment] = line.split(' // ');
  return [code.replace(NAME_IN_CODE, '·'), ...comment].join(' // ');
}
