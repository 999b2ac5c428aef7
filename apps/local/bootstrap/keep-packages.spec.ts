import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from '@jest/globals';
import { keepPackages } from './keep-packages.mjs';

const [old, draft] = [0, 1].map(() => mkdtempSync(join(tmpdir(), 'framewright-dist-'))) as [string, string];

afterAll(() => {
  for (const folder of [old, draft]) rmSync(folder, { recursive: true });
});

it('keeps what was packed, and nothing else, when the compiled code is replaced', () => {
  const packages = ['framewright-0.1.0-py3-none-any.whl', 'framewright-client-0.1.0.tgz'];
  for (const name of [...packages, 'sources.sha256']) writeFileSync(join(old, name), name);
  keepPackages(old, draft);
  expect(readdirSync(draft).sort()).toEqual(packages);
});
