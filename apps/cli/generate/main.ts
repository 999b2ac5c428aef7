// node --import ./libs/testing/src/typescript-loader.mjs apps/cli/generate/main.ts [--check]
//
// Writes the commands of docs/cli.md, between its two marks, from the table of commands; with --check it compares.
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { format, resolveConfig } from 'prettier';
import { manualPage } from '../src/arguments/manual-page.js';
import { COMMANDS } from '../src/commands/table.js';

const PAGE = fileURLToPath(new URL('../../../docs/cli.md', import.meta.url));
const [BEGIN, END] = ['<!-- commands -->', '<!-- end -->'];

const text = readFileSync(PAGE, 'utf8');
const [before, after] = [text.indexOf(BEGIN), text.indexOf(END)];
if (before === -1 || after < before) throw new Error(`${PAGE} has no ${BEGIN} … ${END}`);
const whole = `${text.slice(0, before + BEGIN.length)}\n\n${manualPage(COMMANDS)}\n\n${text.slice(after)}`;
const page = await format(whole, { ...(await resolveConfig(PAGE)), parser: 'markdown' });
if (!process.argv.includes('--check')) writeFileSync(PAGE, page);
else if (page !== text) {
  process.stderr.write('docs/cli.md is not as the commands are: npm run generate:api\n');
  process.exitCode = 1;
}
