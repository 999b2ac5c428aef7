import { existsSync } from 'node:fs';
import { type TemplateDocument, unwrap } from '#libs/client';
import { parseArguments } from '../arguments/parse-arguments.js';
import { CliError, EXIT } from '../cli-error.js';
import { type Difference, jsonDifferences } from '../documents/json-differences.js';
import { readJsonFile } from '../documents/json-file.js';
import { PROJECT_FILE, type Project, readProject } from '../documents/project-file.js';
import { diskDocument } from '../documents/template-file.js';
import { writeWhole } from '../engine/render-video.js';
import { asked, connect, fetchTemplate, type Remote } from '../remote/connect.js';
import { withUploads } from '../remote/upload-files.js';
import type { Context } from './context.js';
import { openTemplate } from './open-template.js';
import { DIFF, PULL, PUSH } from './table.js';

/** Characters of a value of a difference. */
const MAX_SHOWN = 120;

/** Stores a template on a server. */
export async function push(args: readonly string[], context: Context): Promise<void> {
  const { options, positionals } = parseArguments(PUSH, args);
  const { template, path } = await openTemplate(positionals[0], { allow: options.allow, remote: undefined }, context);
  const project = await readProject();
  const id = options.id ?? project.template_id;
  const remote = connect(options.remote, context.environment);
  const { client } = remote;
  const { signal } = context;
  const body = (await withUploads(remote, diskDocument(template), signal)) as TemplateDocument;
  const stored = await asked(() =>
    id === undefined
      ? unwrap(client.POST('/templates', { body, signal }))
      : unwrap(client.PUT('/templates/{id}', { params: { path: { id } }, body, signal })),
  );
  if (id === undefined && existsSync(PROJECT_FILE)) {
    await writeJson(PROJECT_FILE, { ...project, template_id: stored.id });
  }
  const { id: template_id, version } = stored;
  context.reporter.result({ ok: true, template_id, version }, [`${path} is version ${version} of ${template_id}`]);
}

/** Writes the template of a server into a file. */
export async function pull(args: readonly string[], context: Context): Promise<void> {
  const { options, positionals } = parseArguments(PULL, args);
  const { id, file, remote } = await pairOf(options, positionals[0], context);
  if (existsSync(file) && !options.force) {
    throw new CliError(`${file} exists; --force replaces it`, EXIT.wrongInput, { code: 'USAGE' });
  }
  const { file: stored } = await fetchTemplate(remote, id, context.signal);
  await writeJson(file, stored.value);
  context.reporter.result({ ok: true, template_id: id, file }, [`Wrote ${file}`]);
}

/** Shows what differs between a file and the template of a server. */
export async function diff(args: readonly string[], context: Context): Promise<void> {
  const { options, positionals } = parseArguments(DIFF, args);
  const { id, file, remote } = await pairOf(options, positionals[0], context);
  const own = await readJsonFile(file);
  const { file: stored } = await fetchTemplate(remote, id, context.signal);
  const differences = jsonDifferences(stored.value, own.value);
  context.reporter.result({ ok: differences.length === 0, differences }, differences.flatMap(inLines));
  if (differences.length > 0) context.reporter.exitCode = EXIT.wrongInput;
}

interface ServerOptions {
  remote: string | undefined;
  id?: string | undefined;
}

/** A file, and the template of a server that belongs to it. */
async function pairOf(
  options: ServerOptions,
  named: string | undefined,
  context: Context,
): Promise<{ id: string; file: string; remote: Remote }> {
  const project: Project = await readProject();
  const id = options.id ?? project.template_id;
  if (id === undefined) throw new CliError('--id names the template', EXIT.wrongInput, { code: 'USAGE' });
  return {
    id,
    file: named ?? project.template ?? 'template.json',
    remote: connect(options.remote, context.environment),
  };
}

function writeJson(path: string, value: unknown): Promise<void> {
  return writeWhole(path, Buffer.from(`${JSON.stringify(value, null, 2)}\n`));
}

function inLines({ field, from, to }: Difference): string[] {
  const shown = (value: unknown): string => {
    const text = JSON.stringify(value);
    return text.length <= MAX_SHOWN ? text : `${text.slice(0, MAX_SHOWN)}…`;
  };
  return [
    ...(from === undefined ? [] : [`- ${field}: ${shown(from)}`]),
    ...(to === undefined ? [] : [`+ ${field}: ${shown(to)}`]),
  ];
}
