import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  accessSync,
  constants,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { once } from 'node:events';
import { join } from 'node:path';
import { keepPackages } from './keep-packages.mjs';
import { report } from './report.mjs';
import { UserError } from './user-error.mjs';
import { PINNED_NODE, ROOT } from './paths.mjs';
import { withLock } from './lock.mjs';

const DIST = join(ROOT, 'dist');
const BUNDLE = 'apps/bundle.mjs';
const SLOT_BUNDLE = 'apps/renderer/bundle.mjs';
/** The programs that are bundled, as entry and output: that of a slot, in place, and beside it that of its threads. */
const SLOTS = 'dist/apps/renderer/src/slots';
const BUNDLED = [
  [`${SLOTS}/slot-process.js`, `${SLOTS}/slot-process.js`],
  ['dist/libs/render/src/drawing/drawing-program.js', `${SLOTS}/drawing-program.js`],
];
const FONT_FILES = 'libs/frames/font-files.mjs';
const MANUAL_FILES = 'apps/gateway/manual-files.mjs';
const WORKER = 'libs/preview/for-browsers.mjs';
const CONSOLE = 'apps/console';
/** Templates that the web pages show. */
const STARTERS = 'examples/starters';
/** The file of a build that holds the hash of its sources. */
const STAMP = 'sources.sha256';

/** Compiles apps and libs into dist when they, or what compiles them, have changed since. The new dist replaces the old by a rename. */
export async function ensureBuild() {
  if (isCurrent()) return;
  assertWritable();
  await withLock(join(ROOT, '.cache/build.lock'), async () => {
    if (isCurrent()) return;
    report('Building …');
    await node(['libs/compositor/kernel/build.mjs']);
    const hash = sourceHash(); // after the kernel, which is written among the sources
    const draft = await compile();
    writeFileSync(join(draft, STAMP), hash);
    if (existsSync(DIST)) keepPackages(DIST, draft);
    replace(DIST, draft);
    rmSync(join(ROOT, '.cache/build'), { recursive: true, force: true });
  });
}

/** Compiles in a folder with links to the sources, so that the relative paths in source maps are also right in dist. */
async function compile() {
  const folder = join(ROOT, '.cache/build');
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  for (const sources of ['apps', 'libs']) symlinkSync(join(ROOT, sources), join(folder, sources));
  const ignored = ['**/*.spec.ts', '**/*.mjs', '**/*.d.mts', 'libs/compositor/kernel/**', `${CONSOLE}/**`].flatMap(
    (glob) => ['--ignore', glob],
  );
  const options = ['--out-dir', 'dist', '--config-file', join(ROOT, '.swcrc'), '--quiet', ...ignored];
  await Promise.all([
    node([join(ROOT, 'node_modules/@swc/cli/bin/swc.js'), 'apps', 'libs', ...options], folder),
    buildConsole(join(folder, 'dist', CONSOLE)),
  ]);
  await Promise.all([
    node([join(ROOT, BUNDLE), 'dist'], folder),
    ...BUNDLED.map((program) => node([join(ROOT, SLOT_BUNDLE), 'dist', ...program], folder)),
    buildFonts(folder),
    node([join(ROOT, MANUAL_FILES), join(folder, 'dist/manual')]),
  ]);
  return join(folder, 'dist');
}

/** Builds the web pages, or takes them over from the last build if they have not changed: they take longest. */
async function buildConsole(target) {
  const hash = hashOf([...['package-lock.json', WORKER], ...[CONSOLE, STARTERS, 'libs'].flatMap(sourcesBelow)]);
  const built = join(DIST, CONSOLE);
  mkdirSync(target, { recursive: true });
  if (stampIn(built) === hash) cpSync(built, target, { recursive: true });
  else {
    const vite = [join(ROOT, 'node_modules/vite/bin/vite.js'), 'build', '--logLevel', 'warn'];
    await node([...vite, '--config', join(ROOT, CONSOLE, 'vite.config.mjs'), '--outDir', join(target, 'files')]);
    writeFileSync(join(target, STAMP), hash);
  }
}

/** Builds the fonts for browsers, or takes them over from the last build if their packages have not changed. */
async function buildFonts(folder) {
  const target = join(folder, 'dist/fonts');
  const hash = hashOf(['package-lock.json', FONT_FILES, ...sourcesBelow('libs/frames/src/fonts')]);
  const built = join(DIST, 'fonts');
  if (stampIn(built) === hash) cpSync(built, target, { recursive: true });
  else await node([join(ROOT, FONT_FILES), 'dist', 'dist/fonts'], folder);
  writeFileSync(join(target, STAMP), hash);
}

function isCurrent() {
  return stampIn(DIST) === sourceHash();
}

function stampIn(folder) {
  const stamp = join(folder, STAMP);
  return existsSync(stamp) ? readFileSync(stamp, 'utf8') : undefined;
}

function sourceHash() {
  return hashOf([
    '.swcrc',
    'package-lock.json',
    BUNDLE,
    SLOT_BUNDLE,
    FONT_FILES,
    MANUAL_FILES,
    WORKER,
    ...['apps', STARTERS, 'libs'].flatMap(sourcesBelow),
  ]);
}

function hashOf(files) {
  const hash = createHash('sha256');
  for (const file of files)
    hash
      .update(`${file}\0`)
      .update(readFileSync(join(ROOT, file)))
      .update('\0');
  return hash.digest('hex');
}

function sourcesBelow(folder) {
  const isWhole = [CONSOLE, STARTERS].some((each) => folder.startsWith(each));
  const isSource = isWhole ? /(?<!\.md)$/ : /\.ts$/;
  const entries = readdirSync(join(ROOT, folder), { withFileTypes: true });
  return entries
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((entry) => {
      const path = `${folder}/${entry.name}`;
      if (entry.isDirectory()) return sourcesBelow(path);
      return isSource.test(entry.name) && !entry.name.endsWith('.spec.ts') ? [path] : [];
    });
}

/** Removes the old folder only after the new one is in place, because a running system may be loading a file of it. */
function replace(target, draft) {
  const old = join(ROOT, '.cache', `dist.old.${process.pid}`);
  mkdirSync(join(ROOT, '.cache'), { recursive: true });
  if (existsSync(target)) renameSync(target, old);
  renameSync(draft, target);
  rmSync(old, { recursive: true, force: true });
}

function assertWritable() {
  try {
    accessSync(ROOT, constants.W_OK);
  } catch {
    throw new UserError(
      `The sources have changed since the last build, and ${ROOT} is not yours to write to.\nRun the same command once as its owner, or clone the repository for yourself.`,
    );
  }
}

async function node(args, cwd = ROOT) {
  const child = spawn(PINNED_NODE, args, { cwd, stdio: ['ignore', 2, 2] });
  const [code] = await once(child, 'exit');
  if (code !== 0) throw new UserError(`${args[0]} failed (exit code ${code}); its message is above.`);
}
