import { existsSync } from 'node:fs';
import { cp, mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { didYouMean } from '#libs/template';
import { parseArguments } from '../arguments/parse-arguments.js';
import { CliError, EXIT } from '../cli-error.js';
import { PROJECT_FILE } from '../documents/project-file.js';
import type { Context } from './context.js';
import { INIT } from './table.js';

const DEFAULT_TEMPLATE = 'price-tag';

/** Writes a template to begin with into a folder. */
export async function init(args: readonly string[], { reporter }: Context): Promise<void> {
  const { options, positionals } = parseArguments(INIT, args);
  const templates = starterFolder();
  const names = (await readdir(templates)).sort();
  if (options.list) {
    reporter.result({ ok: true, templates: names }, await listed(names));
    return;
  }
  const name = options.template ?? DEFAULT_TEMPLATE;
  if (!names.includes(name)) {
    const message = `there is no template ${name.slice(0, 100)}; there are ${names.join(', ')}${didYouMean(name, names)}`;
    throw new CliError(message, EXIT.wrongInput, { code: 'USAGE' });
  }
  const folder = positionals[0] ?? '.';
  const written = [...(await readdir(join(templates, name))), PROJECT_FILE];
  const existing = written.filter((file) => existsSync(join(folder, file)));
  if (existing.length > 0 && !options.force) {
    const message = `${folder} has ${existing.join(', ')} already; --force replaces them`;
    throw new CliError(message, EXIT.wrongInput, { code: 'USAGE' });
  }
  await mkdir(folder, { recursive: true });
  await cp(join(templates, name), folder, { recursive: true });
  const modifications = written.includes('data') ? { modifications: 'data/usual.json' } : {};
  const project = { template: 'template.json', ...modifications, output: `${name}.mp4` };
  await writeFile(join(folder, PROJECT_FILE), `${JSON.stringify(project, null, 2)}\n`);
  reporter.result({ ok: true, template: name, folder, files: written }, [
    `Wrote ${written.join(', ')} (${name}). There are ${names.length - 1} other templates: framewright init --list.`,
    `Next: ${folder === '.' ? '' : `cd ${folder} && `}framewright render`,
  ]);
}

/** Lists the templates of the gallery by trade with their descriptions, then the names of the examples. */
async function listed(names: readonly string[]): Promise<string[]> {
  const starters = await readStarters();
  const known = new Set(starters.map(({ name }) => name));
  const width = Math.max(...names.map((name) => name.length));
  const trades = [...new Set(starters.map(({ trade }) => trade))];
  const ofTrades = trades.flatMap((trade) => [
    trade,
    ...starters
      .filter((each) => each.trade === trade)
      .map((each) => `  ${each.name.padEnd(width)}  ${each.description}`),
  ]);
  return [...ofTrades, 'Examples', ...names.filter((name) => !known.has(name)).map((name) => `  ${name}`)];
}

type Starter = Record<'name' | 'trade' | 'description', string>;

async function readStarters(): Promise<Starter[]> {
  const file = fileURLToPath(new URL('./starters.json', import.meta.url));
  return JSON.parse(await readFile(file, 'utf8')) as Starter[];
}

/** The folder of templates beside the program, as `bundle.mjs` writes it. */
function starterFolder(): string {
  return fileURLToPath(new URL('./templates', import.meta.url));
}
