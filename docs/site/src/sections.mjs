import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { posix } from 'node:path';

/** The address at which a host serves the manual. */
export const ADDRESS = '/docs';

/** The page that is made from lists of the code. */
export const GALLERY = { id: 'gallery' };

export const REPOSITORY = fileURLToPath(new URL('../../..', import.meta.url));

/**
 * The sections of the manual: their pages in order, each with its file and the id that its address has. Those for people who
 * run or change a server are optional for a language model that makes videos.
 */
export const SECTIONS = [
  { label: 'Start', pages: [...pagesOf(['README.md', 'docs/tutorial.md']), GALLERY] },
  section('Guides', linked('docs/guides/README.md', 'docs/guides/')),
  section('The template', linked('docs/template.md')),
  section('The API', linked('docs/api.md', 'docs/api/')),
  section('Clients and tools', [
    'docs/cli.md',
    'libs/client/README.md',
    'libs/client-python/README.md',
    'libs/preview/package/README.md',
    'libs/n8n-nodes/README.md',
  ]),
  section('Examples', linked('examples/README.md', 'examples/')),
  optional('Run it', [
    'apps/local/README.md',
    'deploy/README.md',
    'helm/framewright/README.md',
    'docs/guides/operator-commands.md',
    ...inFolder('deploy'),
    ...inFolder('deploy/runbooks'),
  ]),
  optional('How it works', [
    ...['docs/follow-one-layer.md', 'docs/glossary.md', 'docs/versioning.md', 'apps/README.md'],
    ...['gateway', 'videos', 'credits', 'renderer', 'webhooks', 'console'].map((app) => `apps/${app}/README.md`),
    'libs/preview/README.md',
    ...inFolder('docs/decisions'),
  ]),
];

/** The pages that are files, by these. */
export const PAGES = new Map(
  SECTIONS.flatMap(({ pages }) => pages).flatMap((page) => (page.file ? [[page.file, page]] : [])),
);

const left = ['docs/guides', 'docs/template', 'docs/api'].flatMap(inFolder).filter((file) => !PAGES.has(file));
if (left.length > 0) throw new Error(`No list of the manual names ${left.join(', ')}`);

function section(label, files) {
  return { label, pages: pagesOf(files) };
}

function optional(label, files) {
  return { ...section(label, files), isOptional: true };
}

function pagesOf(files) {
  return [...new Set(files)].map((file) => ({ file, id: idOf(file) }));
}

/** `docs/template/text.md` is `template/text`, and the README of a folder has the address of the folder. */
function idOf(file) {
  if (file === 'README.md') return 'index';
  return file
    .replace(/^docs\//, '')
    .replace(/\/README\.md$/, '')
    .replace(/\.md$/, '')
    .toLowerCase();
}

function inFolder(folder) {
  const names = readdirSync(REPOSITORY + folder).filter((name) => name.endsWith('.md') && name !== 'README.md');
  return names.toSorted().map((name) => posix.join(folder, name));
}

/** A file of contents, and the pages in the order in which it links to them. */
function linked(file, folder = file.replace(/\.md$/, '/')) {
  const text = readFileSync(REPOSITORY + file, 'utf8');
  const targets = [...text.matchAll(/\]\(([^)#]+\.md)/g)].map(([, target]) => posix.join(posix.dirname(file), target));
  return [file, ...targets.filter((target) => target.startsWith(folder))];
}
