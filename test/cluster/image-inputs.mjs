import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../../apps/local/bootstrap/paths.mjs';

/** Files with which images are built and started, except the services' own code. */
const FILES = [
  ...['package.json', 'package-lock.json', 'nest-cli.json', 'tsconfig.json', '.swcrc'],
  ...['deploy/Dockerfile', 'deploy/Dockerfile.dockerignore', 'deploy/*.mjs', 'deploy/*.sh'],
  ...['helm/framewright/Chart.yaml', 'helm/framewright/values.yaml', 'helm/framewright/ci/development.yaml'],
  ...['helm/framewright/templates', 'helm/framewright/files'],
  ...['apps/*.mjs', 'libs/*.mjs', 'test/cluster', 'test/tools'],
];
const CODE = ['apps/*.ts', 'apps/*.tsx', 'libs/*.ts'];
/** Names of packages, of libs and of Node's modules where they are imported or resolved. */
const IMPORTED = /\b(?:from|import|import\(|resolve\() ?['"]([@#\w][\w@./?:-]*)['"]/g;
const SPECS = /\.(spec|e2e)\.ts$/;

/**
 * A hash of everything that can break an image or its start, other than the services' own code. The imports of that
 * code count.
 */
export function imageInputs() {
  const hash = createHash('sha256');
  for (const file of filesOf(FILES)) hash.update(`${file}\0`).update(read(file)).update('\0');
  for (const each of imports()) hash.update(`${each}\n`);
  return hash.digest('hex');
}

/** `apps/gateway express`: which packages and libs each app and lib imports. */
function imports() {
  const found = new Set();
  for (const file of filesOf(CODE)) {
    if (SPECS.test(file)) continue;
    const owner = file.split('/').slice(0, 2).join('/');
    for (const [, name] of read(file).matchAll(IMPORTED)) found.add(`${owner} ${name}`);
  }
  return [...found].sort();
}

function filesOf(patterns) {
  const list = ['ls-files', '-z', '--cached', '--others', '--exclude-standard', '--deduplicate', '--', ...patterns];
  const names = execFileSync('git', ['-C', ROOT, ...list], { encoding: 'utf8', maxBuffer: 1 << 26 });
  const removed = execFileSync('git', ['-C', ROOT, 'ls-files', '-z', '--deleted'], { encoding: 'utf8' }).split('\0');
  return names
    .split('\0')
    .filter((name) => name && !name.endsWith('.md') && !removed.includes(name))
    .sort();
}

function read(file) {
  return readFileSync(join(ROOT, file), 'utf8');
}
