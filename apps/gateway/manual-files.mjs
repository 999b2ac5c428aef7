// node apps/gateway/manual-files.mjs <folder>
//
// Writes what language models read, from docs/: every page as it is, below its own path; `llms.txt`, a list of the pages
// (https://llmstxt.org), and `llms-full.txt`, all of them as one text. Each also compressed. The gateway serves the
// folder as it is.
import { globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';

const [folder] = process.argv.slice(2);
if (!folder) {
  console.error('Usage: node apps/gateway/manual-files.mjs <folder>');
  process.exit(1);
}
const DOCS = join(import.meta.dirname, '../../docs');
const SUMMARY =
  'Self-hosted video generation: a template, a format and what should be different in this one video become an mp4, webm or gif. Agents begin with guides/agents.md and the tools at /mcp.';
/** Folders of docs/ in the order of the list, and their titles. Decisions are for those who change the code. */
const SECTIONS = [
  ['*.md', 'Overview'],
  ['guides/*.md', 'Guides'],
  ['template/*.md', 'The template document'],
  ['api/*.md', 'HTTP API'],
];

rmSync(folder, { recursive: true, force: true });
const list = [`# Framewright\n\n> ${SUMMARY}\n`];
const full = [`# Framewright\n\n> ${SUMMARY}\n`];
for (const [pattern, title] of SECTIONS) {
  list.push(`\n## ${title}\n\n`);
  for (const name of globSync(pattern, { cwd: DOCS }).sort()) {
    const page = withinManual(readFileSync(join(DOCS, name), 'utf8'), name);
    write(name, page);
    list.push(`- [${titleOf(page)}](/manual/${name}): ${firstSentence(page)}\n`);
    full.push(`\n<!-- /manual/${name} -->\n\n${page}`);
  }
}
write('llms.txt', list.join(''));
write('llms-full.txt', full.join(''));

/** The page without the comments that generators need, and without links to what is not served: their texts remain. */
function withinManual(page, name) {
  return page
    .replaceAll(/^<!-- (?:example|fields|table|end)[^\n]*-->\n+/gm, '')
    .replaceAll(/(!?)\[([^[\]]*)\]\((?!https?:|#)([^)\s]+)\)/g, (link, image, text, target) => {
      const path = posix.normalize(posix.join(posix.dirname(name), target.split('#')[0]));
      const isServed = !path.startsWith('..') && SECTIONS.some(([pattern]) => posix.matchesGlob(path, pattern));
      return isServed && !image ? link : text;
    });
}

function titleOf(page) {
  return /^# (.+)$/m.exec(page)[1];
}

function firstSentence(page) {
  const [, paragraph] = /^# .+\n\n((?:.+\n)+)/m.exec(page) ?? [undefined, ''];
  const text = paragraph.replaceAll('\n', ' ').replaceAll(/\[([^[\]]*)\]\([^()]*\)/g, '$1');
  return (/^.*?[.:](?= |$)/.exec(text)?.[0] ?? text).replace(/:$/, '.').trim();
}

function write(name, text) {
  const path = join(folder, name);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
  writeFileSync(`${path}.br`, brotliCompressSync(text));
  writeFileSync(`${path}.gz`, gzipSync(text));
}
