// npm run manual
//
// Builds the manual as static files in docs/site/dist, for any host that serves them at /docs, and checks it: every link within
// the manual leads to a page and a heading, and no page is heavy. Its packages are its own: nothing else needs them. Run after
// compiling: the examples play by the preview, and the gallery is made from lists of the code.
import { execFileSync } from 'node:child_process';
import { copyFileSync, existsSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, extname, join } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { installOwnPackages } from '../../libs/own-packages.mjs';
import { ADDRESS } from './src/sections.mjs';

const FOLDER = import.meta.dirname;
const ROOT = join(FOLDER, '../..');
const DIST = join(FOLDER, 'dist');
const PUBLIC = join(FOLDER, 'public');
const STARTERS = join(ROOT, 'examples/starters');
/** Compressed bytes that a page and what it loads before it can be read may have. */
const MAX_PAGE_BYTES = 150_000;
const COMPRESSED = new Set(['.html', '.css', '.js', '.svg', '.json', '.txt']);

installOwnPackages(FOLDER);
publish();
rmSync(DIST, { recursive: true, force: true });
run(process.execPath, [join(FOLDER, 'node_modules/astro/bin/astro.mjs'), 'build', '--silent']);
const pages = globSync('**/*.html', { cwd: DIST });
const faults = [...deadLinks(), ...heavyPages()];
compress();
if (faults.length > 0) throw new Error(`The manual has faults:\n${faults.join('\n')}`);
console.log(`${pages.length} pages in ${DIST}`);

/** Puts what pages load beside them: the icon, the preview, the starters, and files for the examples. */
function publish() {
  rmSync(PUBLIC, { recursive: true, force: true });
  mkdirSync(join(PUBLIC, 'media'), { recursive: true });
  copyFileSync(join(ROOT, 'apps/console/src/icon.svg'), join(PUBLIC, 'favicon.svg'));
  for (const name of ['dusk.jpg', 'music.m4a'])
    copyFileSync(join(ROOT, 'apps/local/sample', name), join(PUBLIC, 'media', name));
  mkdirSync(join(PUBLIC, 'starters'));
  for (const file of globSync('*/template.json', { cwd: STARTERS }))
    copyFileSync(join(STARTERS, file), join(PUBLIC, 'starters', `${dirname(file)}.json`));
  run(process.execPath, [join(ROOT, 'libs/preview/bundle.mjs'), join(ROOT, 'dist'), join(PUBLIC, 'preview')]);
}

function run(program, args) {
  execFileSync(program, args, {
    cwd: FOLDER,
    stdio: ['ignore', 'inherit', 'inherit'],
    env: { ...process.env, ASTRO_TELEMETRY_DISABLED: '1' },
  });
}

/** Links of pages to what is not there. */
function deadLinks() {
  const headings = new Map(pages.map((page) => [page, new Set(matches(page, / id="([^"]+)"/g))]));
  return pages.flatMap((page) =>
    matches(page, / href="([^"]+)"/g)
      .filter((href) => !/^[a-z]+:/.test(href))
      .filter((href) => !leadsSomewhere(href, page, headings))
      .map((href) => `${page}: ${href} leads nowhere`),
  );
}

function leadsSomewhere(href, page, headings) {
  const [path, anchor] = href.split('#');
  const file = path === '' ? page : fileAt(path);
  if (!existsSync(join(DIST, file))) return false;
  return !anchor || (headings.get(file)?.has(decodeURIComponent(anchor)) ?? false);
}

function fileAt(path) {
  const file = path.slice(ADDRESS.length).replace(/^\//, '');
  return file === '' || file.endsWith('/') ? `${file}index.html` : file;
}

function heavyPages() {
  return pages.flatMap((page) => {
    const loaded = matches(page, /<(?:link rel="stylesheet"|script type="module")[^>]* (?:href|src)="([^"]+)"/g);
    const files = [page, ...loaded.map(fileAt)].map((file) => gzipSync(readFileSync(join(DIST, file))).length);
    const bytes = files.reduce((sum, length) => sum + length, 0);
    return bytes > MAX_PAGE_BYTES ? [`${page}: ${bytes} bytes, at most ${MAX_PAGE_BYTES}`] : [];
  });
}

function matches(page, pattern) {
  return Array.from(readFileSync(join(DIST, page), 'utf8').matchAll(pattern), ([, value]) =>
    value.replaceAll('&#38;', '&'),
  );
}

/** Compressed copies beside the files, for servers that send them. */
function compress() {
  const params = { [constants.BROTLI_PARAM_QUALITY]: 9 };
  for (const name of globSync('**/*.*', { cwd: DIST })) {
    if (!COMPRESSED.has(extname(name)) || basename(name).startsWith('pagefind-entry')) continue;
    const content = readFileSync(join(DIST, name));
    writeFileSync(join(DIST, `${name}.br`), brotliCompressSync(content, { params }));
    writeFileSync(join(DIST, `${name}.gz`), gzipSync(content));
  }
}
