import { posix } from 'node:path';

const FOLDERS = /^(?:apps|libs|test|docs|helm|deploy|\.ci|\.github)\//;

/**
 * The files and folders of this repository that a Markdown document names: targets of its links, and code such as
 * `libs/encode/src/encode-plan.ts`. `<kind>` and `*` stand for any name.
 * A folder that only a running system makes (`deploy/.data`) is none of them.
 * @param {string} markdown
 * @param {string} path of the document, from the repository's root
 * @returns {string[]} paths from the root, each once, without anchors
 */
export function pathsNamed(markdown, path) {
  const prose = markdown.replace(/^```[\s\S]*?^```/gm, '');
  const links = [...prose.matchAll(/\]\(([^)\s]+)\)/g)].map(([, target]) => target.split('#')[0]);
  const local = links.filter((target) => target !== '' && !/^[a-z]+:/.test(target));
  const code = [...prose.matchAll(/`([^`\n]+)`/g)].map(([, text]) => text);
  const paths = code.filter(
    (text) => FOLDERS.test(text) && /^[\w./<>*@-]+$/.test(text) && !/\.\.\.|\/\.data\b/.test(text),
  );
  return [...new Set([...local.map((target) => posix.join(posix.dirname(path), target)), ...paths])];
}

/**
 * The files and folders of this repository that comments of code name, in backticks or not.
 * @param {string} code TypeScript or JavaScript
 * @returns {string[]} paths from the root, each once
 */
export function pathsInComments(code) {
  const comments = [...code.matchAll(/(?<=^|[\s(])(\/\*[\s\S]*?\*\/|\/\/.*)/g)].map(([comment]) => comment).join('\n');
  const words = [...comments.matchAll(/(?<![\w./<>*@-])[\w.][\w./<>*@-]*/g)].map(([word]) => word.replace(/\.$/, ''));
  return [...new Set(words.filter((word) => FOLDERS.test(word) && !/\.\.\.|\/\.data\b/.test(word)))];
}
