import { globSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { expect, it } from '@jest/globals';

interface Rule {
  readonly name: string;
  readonly from: { readonly path?: string };
}

const ROOT = join(import.meta.dirname, '..');
const { forbidden } = createRequire(import.meta.url)('../.dependency-cruiser.cjs') as { forbidden: readonly Rule[] };

/** Folders that only the service's schema and specs import. */
const OPEN = ['migrations', 'testing'];

/** The folders below a pattern that no rule is about. */
function unguarded(pattern: string): string[] {
  const rules = forbidden.flatMap(({ name, from }) => (name.endsWith('-imports') ? [new RegExp(from.path!)] : []));
  const files = globSync(`${pattern}/**/*.{ts,tsx}`, { cwd: ROOT });
  const depth = pattern.split('/').length;
  const folders = new Set(files.map((file) => file.split('/').slice(0, depth).join('/')));
  expect(folders.size).toBeGreaterThan(0);
  return [...folders].filter((folder) => {
    return !OPEN.includes(folder.split('/').at(-1)!) && !rules.some((rule) => rule.test(`${folder}/file.ts`));
  });
}

it.each(['apps/*/src/*', 'apps/console/src/editor/*', 'libs/*'])(
  'every folder %s has a row in the table of imports',
  (pattern) => {
    expect(unguarded(pattern)).toEqual([]);
  },
);
