// Looks for retired words and senses and for docstrings without their noun, in all files or in the folders named:
// `npm run check:words -- libs/frames docs`.
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { ALLOWED_WORDS, SKIPPED_FILES, withoutKeptNames } from './exceptions.mjs';
import { headlessDocstringsIn, retiredSensesIn, retiredWordsIn } from './retired-words.mjs';

const isBinary = (content) => content.subarray(0, 8_000).includes(0);
const isAllowed = (path, phrase) =>
  ALLOWED_WORDS.some(([where, word]) => where.test(path) && word.split(', ').includes(phrase));

/** The files that git tracks, and new files that git does not ignore. */
function filesBelow(folders) {
  const list = execFileSync('git', ['ls-files', '-z', '-co', '--exclude-standard', '--', ...folders], {
    encoding: 'utf8',
    maxBuffer: 1 << 26,
  });
  const paths = [...new Set(list.split('\0'))].filter((path) => path !== '' && existsSync(path));
  return paths.filter((path) => !SKIPPED_FILES.some(([pattern]) => pattern.test(path)));
}

/** The faults of a file. Line 0 is its path. */
function faultsOf(path) {
  const content = readFileSync(path);
  const text = isBinary(content) ? '' : content.toString('utf8');
  const code = /\.[cm]?tsx?$|\.[cm]?js$/.test(path) ? text : '';
  const inPath = retiredWordsIn(path).map((found) => ({ ...found, line: 0 }));
  const found = [
    ...inPath,
    ...retiredWordsIn(withoutKeptNames(path, text)),
    ...retiredSensesIn(path, code),
    ...headlessDocstringsIn(code),
  ];
  return found.filter(({ phrase }) => !isAllowed(path, phrase)).map((found) => ({ path, ...found }));
}

const named = process.argv.slice(2);
const found = filesBelow(named.length > 0 ? named : ['.']).flatMap(faultsOf);
for (const { path, line, phrase, better } of found) console.log(`${path}:${line}: "${phrase}" → ${better}`);
if (found.length > 0) {
  console.log(`${found.length} faults; docs/glossary.md has the words to use.`);
  process.exitCode = 1;
}
