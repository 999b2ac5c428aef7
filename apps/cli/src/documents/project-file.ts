import { existsSync } from 'node:fs';
import { isPlainObject } from '#libs/template';
import { CliError, EXIT } from '../cli-error.js';
import { readJsonFile } from './json-file.js';

export const PROJECT_FILE = 'framewright.json';
const FIELDS = ['template', 'modifications', 'output', 'template_id'] as const;

/** Defaults of the commands in a folder. `template_id`: the template of a server. */
export type Project = Partial<Record<(typeof FIELDS)[number], string>>;

/** Reads `framewright.json` of the current folder; empty if there is none. @throws CliError */
export async function readProject(): Promise<Project> {
  if (!existsSync(PROJECT_FILE)) return {};
  const { value } = await readJsonFile(PROJECT_FILE);
  if (!isPlainObject(value)) throw wrong('must be an object');
  for (const [name, text] of Object.entries(value)) {
    if (!FIELDS.some((field) => field === name)) throw wrong(`has ${name}; known are ${FIELDS.join(', ')}`);
    if (typeof text !== 'string' || text === '') throw wrong(`must have a text as ${name}`);
  }
  return value;
}

function wrong(problem: string): CliError {
  return new CliError(`${PROJECT_FILE} ${problem}`, EXIT.wrongInput, { code: 'VALIDATION_ERROR' });
}
