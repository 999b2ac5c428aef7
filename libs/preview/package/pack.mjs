// node libs/preview/package/pack.mjs [folder]
//
// Packs the preview for pages outside this repository: <folder>/framewright-preview-<version>.tgz (default: dist). After
// compiling: npm run preview:pack does both.
import { execFileSync } from 'node:child_process';
import { cpSync, rmSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));
const folder = resolve(process.argv[2] ?? join(ROOT, 'dist'));
const contents = join(folder, 'preview-package');

rmSync(contents, { recursive: true, force: true });
for (const file of ['libs/preview/package/package.json', 'libs/preview/package/README.md', 'LICENSE']) {
  cpSync(join(ROOT, file), join(contents, basename(file)));
}
run(process.execPath, join(ROOT, 'libs/preview/bundle.mjs'), join(ROOT, 'dist'), join(contents, 'dist'));
const compiler = join(ROOT, 'node_modules/typescript-native/bin/tsc');
run(process.execPath, compiler, '--project', join(ROOT, 'libs/preview/package'), '--outDir', join(contents, 'dist'));
run('npm', 'pack', contents, '--pack-destination', folder);

function run(program, ...args) {
  execFileSync(program, args, { stdio: 'inherit' });
}
