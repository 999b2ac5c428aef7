import { execFileSync } from 'node:child_process';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { anchorsNamed, anchorsOf, pathsInComments, pathsNamed } from './paths-named.mjs';

const ROOT = join(import.meta.dirname, '../..');
const listed = (...patterns: string[]): string[] =>
  execFileSync('git', ['ls-files', '-co', '--exclude-standard', ...patterns], { cwd: ROOT, encoding: 'utf8' })
    .trim()
    .split('\n')
    .filter((path) => existsSync(join(ROOT, path))); // a file that was just deleted is still in the index
const documents = listed('*.md');

const exists = (path: string): boolean => globSync(path.replaceAll(/<[^<>]+>/g, '*'), { cwd: ROOT }).length > 0;

describe('the paths of a document', () => {
  it.each([
    ['a link beside the document', '[x](../apps/local/README.md#use)', ['apps/local/README.md']],
    ['a path in code', 'see `libs/encode/src/plan.ts`', ['libs/encode/src/plan.ts']],
    ['no address', '[x](https://example.com/libs/a)', []],
    ['no anchor of its own', '[x](#use)', []],
    ['no block of code', '```\n`apps/x`\n```\n', []],
    ['no command', '`npm test -- libs/timeline`', []],
  ])('are found: %s', (_what, markdown, expected) => {
    expect(pathsNamed(markdown, 'docs/x.md')).toEqual(expected);
  });

  it.each(documents)('exist: %s', (document) => {
    const named = pathsNamed(readFileSync(join(ROOT, document), 'utf8'), document);
    expect(named.filter((path) => !exists(path))).toEqual([]);
  });
});

describe('the anchors of a document', () => {
  it('are found in links, of another document and of its own', () => {
    const markdown = '[x](../README.md#two-commands) [y](#a) [z](https://example.com/#b) [w](c.md)';
    expect(anchorsNamed(markdown, 'docs/x.md')).toEqual([
      { target: 'README.md', anchor: 'two-commands' },
      { target: 'docs/x.md', anchor: 'a' },
    ]);
  });

  it('are headings in lower case without signs', () => {
    expect(anchorsOf('# One: `two`, three!\n\n```\n# none\n```\n')).toEqual(['one-two-three']);
  });

  it.each(documents)('exist: %s', (document) => {
    const named = anchorsNamed(readFileSync(join(ROOT, document), 'utf8'), document);
    const missing = named.filter(
      ({ target, anchor }) => !anchorsOf(readFileSync(join(ROOT, target), 'utf8')).includes(anchor),
    );
    expect(missing).toEqual([]);
  });
});

describe('the paths in comments of code', () => {
  it.each([
    ['in a docstring', '/**\n * see `libs/encode/src/encode-plan.ts`\n */', ['libs/encode/src/encode-plan.ts']],
    ['without quotes, at the end of a sentence', 'x(); // as docs/versioning.md.', ['docs/versioning.md']],
    ['no import', "import x from '../../libs/y.js';", []],
    ['no pattern in a string', "const all = ['apps/*.ts', 'libs/*.ts'];", []],
    ['no address', '// https://example.com/docs/x', []],
  ])('are found: %s', (_what, code, expected) => {
    expect(pathsInComments(code)).toEqual(expected);
  });

  it('exist', () => {
    const missing = listed('*.ts', '*.tsx', '*.mts', '*.mjs', '*.cjs').flatMap((file) =>
      pathsInComments(readFileSync(join(ROOT, file), 'utf8'))
        .filter((path) => !exists(path))
        .map((path) => `${file}: ${path}`),
    );
    expect(missing).toEqual([]);
  });
});

it('the chart, the clients and the preview have the version of the package', () => {
  const { version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { version: string };
  const client = JSON.parse(readFileSync(join(ROOT, 'libs/client/package.json'), 'utf8')) as { version: string };
  const preview = JSON.parse(readFileSync(join(ROOT, 'libs/preview/package/package.json'), 'utf8')) as {
    version: string;
  };
  const python = readFileSync(join(ROOT, 'libs/client-python/pyproject.toml'), 'utf8');
  const chart = readFileSync(join(ROOT, 'helm/framewright/Chart.yaml'), 'utf8');
  expect([client.version, preview.version]).toEqual([version, version]);
  expect(chart).toContain(`\nversion: ${version}\n`);
  expect(python).toContain(`\nversion = "${version}"\n`);
});
