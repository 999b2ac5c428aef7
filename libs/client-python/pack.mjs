// node libs/client-python/pack.mjs [folder]
//
// Builds the Python client for callers outside this repository: <folder>/framewright-<version>-py3-none-any.whl
// (default: dist).
import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ensurePython } from '../../test/tools/python.mjs';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const folder = resolve(process.argv[2] ?? join(ROOT, 'dist'));
const python = await ensurePython('client');

const contents = mkdtempSync(join(tmpdir(), 'framewright-python-'));
try {
  for (const part of ['pyproject.toml', 'README.md', 'src']) {
    cpSync(join(ROOT, 'libs/client-python', part), join(contents, part), { recursive: true, filter: isSource });
  }
  cpSync(join(ROOT, 'LICENSE'), join(contents, 'LICENSE'));
  const build = ['-m', 'hatchling', 'build', '-t', 'wheel', '-d', folder];
  execFileSync(python, build, { cwd: contents, stdio: 'inherit' });
} finally {
  rmSync(contents, { recursive: true, force: true });
}

function isSource(path) {
  return !path.includes('__pycache__');
}
