import { posix } from 'node:path';

const FOLDERS = /^(?:apps|libs|test|docs|helm|deploy|\.ci|\.github)\//;

/**
 * The files and folders of this repository that a Markdown document names: targets of its links, and code such as
 * `libs/encode/src/encode-plan.ts`. `<kind>` and `*` stand for any name.
 * A folder that only a build or a running system makes (`docs/site/dist`, `deploy/.data`) is none of them.
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
    (text) => FOLDERS.test(text) && /^[\w./<>*@-]+$/.test(text) && !/\.\.\.|\/(?:\.data|dist)\b/.test(text),
  );
  return [...new Set([...local.map((target) => posix.join(posix.dirname(path), target)), ...paths])];
}

/**
 * The anchors of documents that a Markdown document links to.
 * @param {string} markdown
 * @param {string} path of the document, from the repository's root
 * @returns {{ target: string, anchor: string }[]} the document linked to, from the root, and the anchor without `#`
 */
export function anchorsNamed(markdown, path) {
  const prose = markdown.replace(/^```[\s\S]*?^```/gm, '');
  return [...prose.matchAll(/\]\((?![a-z]+:)([^)\s#]*)#([^)\s]+)\)/g)].map(([, target, anchor]) => ({
    target: target === '' ? path : posix.join(posix.dirname(path), target),
    anchor,
  }));
}

/**
 * The anchors of a Markdown document's headings, as GitHub makes them.
 * @param {string} markdown
 * @returns {string[]}
 */
export function anchorsOf(markdown) {
  const prose = markdown.replace(/^```[\s\S]*?^```/gm, '');
  return [...prose.matchAll(/^#+ (.+)$/gm)].map(([, heading]) =>
    heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\s_-]/gu, '')
      .replace(/\s/g, '-'),
  );
}

/**
 * The files and folders of this repository that comments of code name, in backticks or not.
 * @param {string} code TypeScript or JavaScript
 * @returns {string[]} paths from the root, each once
 */
export function pathsInComments(code) {
  const comments = [...code.matchAll(/(?<=^|[\s(])(\/\*[\s\S]*?\*\/|\/\/.*)/g)].map(([comment]) => comment).join('\n');
  const words = [...comments.matchAll(/(?<![\w./<>*@-])[\w.][\w./<>*@-]*/g)].map(([word]) => word.replace(/\.$/, ''));
  return [...new Set(words.filter((word) => FOLDERS.test(word) && !/\.\.\.|\/(?:\.data|dist)\b/.test(word)))];
}
