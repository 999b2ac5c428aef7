// node libs/client/pack.mjs [folder]
//
// Packs the client for callers outside this repository: <folder>/framewright-client-<version>.tgz (default: dist).
import { execFileSync } from 'node:child_process';
import { cpSync, rmSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const folder = resolve(process.argv[2] ?? join(ROOT, 'dist'));
const contents = join(folder, 'client');

rmSync(contents, { recursive: true, force: true });
for (const file of ['libs/client/package.json', 'libs/client/README.md', 'LICENSE']) {
  cpSync(join(ROOT, file), join(contents, basename(file)));
}
const compiler = join(ROOT, 'node_modules/typescript-native/bin/tsc');
run(process.execPath, compiler, '--project', join(ROOT, 'libs/client'), '--outDir', join(contents, 'dist'));
run('npm', 'pack', contents, '--pack-destination', folder);

function run(program, ...args) {
  execFileSync(program, args, { stdio: 'inherit' });
}
