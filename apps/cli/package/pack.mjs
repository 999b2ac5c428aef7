// node apps/cli/package/pack.mjs [folder]
//
// Packs the command for use outside this repository: <folder>/framewright-<version>.tgz (default: dist). After compiling:
// npm run cli:pack does both. Its dependencies, pinned to the versions of the repository, are packages with native code or
// data files: Skia, fonts, and what is loaded on demand.
import { execFileSync } from 'node:child_process';
import { copyFileSync, cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));
const DEPENDENCIES = [/^@fontsource(-variable)?\//, /^@napi-rs\/canvas$/, /^bwip-js$/, /^media-captions$/];
const folder = resolve(process.argv[2] ?? join(ROOT, 'dist'));
const contents = join(folder, 'cli-package');

const readJson = (path) => JSON.parse(readFileSync(join(ROOT, path), 'utf8'));
rmSync(contents, { recursive: true, force: true });
mkdirSync(contents, { recursive: true });
for (const file of ['apps/cli/README.md', 'LICENSE', 'NOTICE'])
  cpSync(join(ROOT, file), join(contents, basename(file)));
const { version, dependencies: all } = readJson('package.json');
const dependencies = Object.fromEntries(
  Object.entries(all).filter(([name]) => DEPENDENCIES.some((wanted) => wanted.test(name))),
);
writeFileSync(
  join(contents, 'package.json'),
  `${JSON.stringify({ ...readJson('apps/cli/package/package.json'), version, dependencies }, null, 2)}\n`,
);
run(process.execPath, join(ROOT, 'apps/cli/bundle.mjs'), join(ROOT, 'dist'), join(contents, 'dist'));
copyFileSync(join(ROOT, 'apps/cli/package/launch.mjs'), join(contents, 'dist/framewright.mjs'));
run('npm', 'pack', contents, '--pack-destination', folder);

function run(program, ...args) {
  execFileSync(program, args, { stdio: 'inherit' });
}
