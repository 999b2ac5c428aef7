import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  accessSync,
  constants,
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
import { report } from './report.mjs';
import { UserError } from './user-error.mjs';
import { PINNED_NODE, ROOT } from './paths.mjs';
import { withLock } from './lock.mjs';

const DIST = join(ROOT, 'dist');
const BUNDLE = 'apps/renderer/bundle.mjs';

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
    writeFileSync(join(draft, 'sources.sha256'), hash);
    replace(DIST, draft);
    rmSync(join(ROOT, '.cache/build'), { recursive: true, force: true });
  });
}

/** Compiles into a folder beside links to the sources, so that the source maps' relative paths hold where dist will be. */
async function compile() {
  const folder = join(ROOT, '.cache/build');
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  for (const sources of ['apps', 'libs']) symlinkSync(join(ROOT, sources), join(folder, sources));
  const ignored = ['**/*.spec.ts', '**/*.mjs', 'libs/compositor/kernel/**'].flatMap((glob) => ['--ignore', glob]);
  const options = ['--out-dir', 'dist', '--config-file', join(ROOT, '.swcrc'), '--quiet', ...ignored];
  await node([join(ROOT, 'node_modules/@swc/cli/bin/swc.js'), 'apps', 'libs', ...options], folder);
  await node([join(ROOT, BUNDLE), 'dist', 'dist/apps/renderer/src/slots/slot-process.js'], folder);
  return join(folder, 'dist');
}

function isCurrent() {
  const stamp = join(DIST, 'sources.sha256');
  return existsSync(stamp) && readFileSync(stamp, 'utf8') === sourceHash();
}

function sourceHash() {
  const hash = createHash('sha256');
  const files = ['.swcrc', 'package-lock.json', BUNDLE, ...sourcesBelow('apps'), ...sourcesBelow('libs')];
  for (const file of files)
    hash
      .update(`${file}\0`)
      .update(readFileSync(join(ROOT, file)))
      .update('\0');
  return hash.digest('hex');
}

function sourcesBelow(folder) {
  const entries = readdirSync(join(ROOT, folder), { withFileTypes: true });
  return entries
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((entry) => {
      const path = `${folder}/${entry.name}`;
      if (entry.isDirectory()) return sourcesBelow(path);
      return entry.name.endsWith('.ts') && !entry.name.endsWith('.spec.ts') ? [path] : [];
    });
}

/** A running system may load a file this instant, so the old folder goes only after the new one is in place. */
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
