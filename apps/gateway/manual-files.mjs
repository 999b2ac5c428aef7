// node apps/gateway/manual-files.mjs <folder>
//
// Writes what language models read: every page of the manual as Markdown; `llms.txt`, a list of the pages
// (https://llmstxt.org), and `llms-full.txt`, all of them that are not optional as one text. Each also compressed. The
// gateway serves the folder as it is.
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { pageText } from '../../docs/site/src/page-text.mjs';
import { REPOSITORY, SECTIONS } from '../../docs/site/src/sections.mjs';

const [folder] = process.argv.slice(2);
if (!folder) {
  console.error('Usage: node apps/gateway/manual-files.mjs <folder>');
  process.exit(1);
}
const INTRODUCTION = `# Framewright

> Self-hosted video generation: a template, a format and what should be different in this one video become an mp4, webm or gif. Agents begin with [Agents](/manual/guides/agents.md) and the tools at /mcp.
`;

rmSync(folder, { recursive: true, force: true });
const list = [INTRODUCTION];
const full = [INTRODUCTION];
for (const { label, pages, isOptional } of groups()) {
  list.push(`\n## ${label}\n\n`);
  for (const { file, id } of pages.filter((page) => page.file)) {
    const { title, description, body } = pageText(file, readFileSync(REPOSITORY + file, 'utf8'), addressOf);
    const page = `# ${title}\n${body}`;
    write(`${id}.md`, page);
    list.push(`- [${title}](${addressOf(file, { id })}): ${description}\n`);
    if (!isOptional) full.push(`\n<!-- ${addressOf(file, { id })} -->\n\n${page}`);
  }
}
write('llms.txt', list.join(''));
write('llms-full.txt', full.join(''));

/** The sections; those that are optional as one, whose name the convention gives. */
function groups() {
  const optional = SECTIONS.filter(({ isOptional }) => isOptional).flatMap(({ pages }) => pages);
  return [
    ...SECTIONS.filter(({ isOptional }) => !isOptional),
    { label: 'Optional', pages: optional, isOptional: true },
  ];
}

function addressOf(_file, page) {
  return page && `/manual/${page.id}.md`;
}

function write(name, text) {
  const path = join(folder, name);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
  writeFileSync(`${path}.br`, brotliCompressSync(text));
  writeFileSync(`${path}.gz`, gzipSync(text));
}
