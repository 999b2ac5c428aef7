import { readFileSync } from 'node:fs';
import { expect, it } from '@jest/globals';
import { COMMAND_NAMES, UsageError } from './parse-command.js';

const page = readFileSync(new URL('../../../../docs/guides/operator-commands.md', import.meta.url), 'utf8');
const usage = new UsageError('').message
  .split('Usage:\n')[1]!
  .split('\n')
  .map((line) => line.trim());

it('the usage of the operator command has every command, and no other', () => {
  expect(usage.map((line) => COMMAND_NAMES.find((name) => `${line} `.startsWith(`${name} `)))).toEqual(COMMAND_NAMES);
});

it('the page of operator commands has every line of the usage, and no other', () => {
  const blocks = Array.from(page.matchAll(/^```text\n([\s\S]*?)^```$/gm), ([, block]) => block!.trim().split('\n'));
  expect(blocks.flat()).toEqual(usage);
});
