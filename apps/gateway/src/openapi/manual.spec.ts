import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from '@jest/globals';
import { ERROR_CATALOG, PAINT_CAUSES, VIDEO_ERROR_CODES, WEBHOOK_EVENTS } from '#libs/contracts';
import { FAULT_CODES, severityOf, WARNING_CODES } from '#libs/template';
import { describeApi } from '../../generate/describe-api.js';

const DOCS = path.join(import.meta.dirname, '../../../../docs');
const pages = ['api.md', ...globSync('api/*.md', { cwd: DOCS })].map((page) =>
  readFileSync(path.join(DOCS, page), 'utf8'),
);
const manual = pages.join('\n');
const guides = globSync('guides/*.md', { cwd: DOCS }).map((page) => readFileSync(path.join(DOCS, page), 'utf8'));

it('has one example for every operation of the API', async () => {
  const { paths } = (await describeApi()) as { paths: Record<string, Record<string, { operationId: string }>> };
  const operations = Object.values(paths).flatMap((methods) => Object.values(methods));
  const shown = [...manual.matchAll(/^<!-- example: (\w+) -->$/gm)].map(([, id]) => id);
  expect(shown.sort()).toEqual(operations.map(({ operationId }) => operationId).sort());
});

it.each([
  ['error code', Object.keys(ERROR_CATALOG)],
  ['code of a validation fault', FAULT_CODES],
  ['code of a failed video', VIDEO_ERROR_CODES],
  ['event', WEBHOOK_EVENTS],
  ['cause of painting', PAINT_CAUSES],
])('has a table row for every %s', (_what, names) => {
  expect(names.filter((name) => !manual.includes(`\n| \`${name}\``))).toEqual([]);
});

it('lists every code of a warning with its severity', () => {
  const rows = [...manual.matchAll(/^\| `([A-Z_]+)` +\| `(info|warning|critical)` +\|/gm)].map(([, ...row]) => row);
  expect(rows.toSorted()).toEqual(WARNING_CODES.map((code) => [code, severityOf(code)]).toSorted());
});

it('has lines of at most 120 columns', () => {
  const lines = [...pages, ...guides].flatMap((page) => page.split('\n'));
  expect(lines.filter((line) => line.length > 120)).toEqual([]);
});
