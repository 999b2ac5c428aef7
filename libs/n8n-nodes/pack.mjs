// npm run n8n:pack [-- <folder>]
//
// Lints, builds and packs the nodes with n8n's own tools: <folder>/n8n-nodes-framewright-<version>.tgz (default: dist). The
// tools are installed by this command alone, in .cache: nothing else in the repository needs them.
import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { installOwnPackages } from '../own-packages.mjs';

const SOURCE = import.meta.dirname;
const ROOT = join(SOURCE, '../..');
const WORK = join(ROOT, '.cache/n8n-nodes');
const TOOLS = join(WORK, 'node_modules/@n8n/node-cli');
const FILES = ['package.json', 'package-lock.json', 'tsconfig.json', 'README.md'];
const FOLDERS = ['credentials', 'nodes', 'src'];

const destination = resolve(process.argv[2] ?? join(ROOT, 'dist'));
copy();
installOwnPackages(WORK);
// n8n accepts its own rules only. They stand beside no source: eslint would take them for the repository's.
cpSync(join(TOOLS, 'dist/template/templates/shared/default/eslint.config.mjs'), join(WORK, 'eslint.config.mjs'));
// n8n verifies packages under MIT alone; this one keeps the license of the repository.
run('npm', 'exec', '--', 'eslint', '.', '--rule', 'n8n-nodes-base/community-package-json-license-not-default: off');
run('npm', 'run', '--silent', 'build');
mkdirSync(destination, { recursive: true });
run('npm', 'pack', '--silent', '--pack-destination', destination);

/** Copies what the package is made of, without specs. */
function copy() {
  mkdirSync(WORK, { recursive: true });
  for (const folder of FOLDERS) rmSync(join(WORK, folder), { recursive: true, force: true });
  const filter = (path) => !path.endsWith('.spec.ts');
  for (const name of [...FILES, ...FOLDERS]) cpSync(join(SOURCE, name), join(WORK, name), { recursive: true, filter });
  cpSync(join(ROOT, 'LICENSE'), join(WORK, 'LICENSE'));
}

function run(program, ...args) {
  execFileSync(program, args, { cwd: WORK, stdio: ['ignore', 'inherit', 'inherit'] });
}
