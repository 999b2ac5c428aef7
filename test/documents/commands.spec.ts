import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { COMMANDS } from '../../apps/local/bootstrap/commands.mjs';
import { commandsNamed, scriptOf } from './commands-named.mjs';

const ROOT = join(import.meta.dirname, '../..');
const list = execFileSync('git', ['ls-files', '-co', '--exclude-standard', '*.md'], { cwd: ROOT, encoding: 'utf8' });
const documents = list.trim().split('\n');
const { scripts } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { scripts: Record<string, string> };

describe('a command of a document', () => {
  it.each([
    ['with arguments', '`npm run golden -- --update` accepts', ['npm run golden -- --update']],
    ['without `run`', 'first `npm start`, then\n    npm test -- libs/a\n', ['npm start', 'npm test -- libs/a']],
    [
      'of a list',
      '`npm run bench`, `bench:api`, `bench:render`',
      ['bench', 'bench:api', 'bench:render'].map((name) => `npm run ${name}`),
    ],
    ['but none of npm itself', '`npm ci`, `npm install x`', []],
  ])('is found: %s', (_what, markdown, expected) => {
    expect(commandsNamed(markdown)).toEqual(expected);
  });

  it.each(documents)('exists: %s', (document) => {
    const named = commandsNamed(readFileSync(join(ROOT, document), 'utf8')).map(scriptOf);
    expect(named.filter((name) => !(name in scripts))).toEqual([]);
  });
});

describe('a script of package.json works in a fresh clone', () => {
  it.each(Object.entries(scripts))('%s first brings what it needs', (_name, line) => {
    const [begin, ...rest] = line.split(' && ');
    const command = /^(?:exec )?node apps\/local\/bootstrap\/bootstrap\.mjs ([\w:-]+)(?: \w+)?$/.exec(begin!)?.[1];
    expect(Object.keys(COMMANDS)).toContain(command);
    expect(rest.length > 0).toBe(command === 'install');
    // Otherwise the shell that runs the line would use the `node` that it found before the pinned one was installed.
    expect(rest.filter((each) => /^(?:exec )?node /.test(each))).toEqual([]);
  });
});
