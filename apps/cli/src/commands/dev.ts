import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { dirname, resolve } from 'node:path';
import { FORMAT_LIMITS, sizesOf, validateTemplate } from '#libs/template';
import { parseArguments, type ParsedArguments } from '../arguments/parse-arguments.js';
import { CliError } from '../cli-error.js';
import { EditedFile } from '../dev/edited-file.js';
import { editorRoutes } from '../dev/editor-routes.js';
import { servePage } from '../dev/serve-page.js';
import { watchFiles } from '../dev/watch-files.js';
import { withAddressesBelow, withDiskAddresses, withoutDiskAddresses } from '../documents/disk-addresses.js';
import { readTextFile } from '../documents/json-file.js';
import { readProject } from '../documents/project-file.js';
import { printedFault } from '../report/print-faults.js';
import type { Context } from './context.js';
import { openStills } from './dev-stills.js';
import { judgmentOf, openTemplate } from './open-template.js';
import { judgedFrame } from './still.js';
import { DEV } from './table.js';

/** Time for an editor to complete a file, ms. */
const SETTLE_MS = 30;
/** Stands before the paths of files of the template's folder: the page knows its own address. */
const FILES = 'https://files.invalid';

/** The template of the page, and how often one of its files has changed. */
interface Shown {
  path: string;
  options: ParsedArguments<typeof DEV>['options'];
  changes: number;
}

/** Shows a template in a page, and again after every save, until it is interrupted. */
export async function dev(args: readonly string[], context: Context): Promise<void> {
  const { options, positionals } = parseArguments(DEV, args);
  const { port = 0 } = options;
  if (!Number.isInteger(port) || port < 0 || port > 65_535) throw new CliError('--port must be 0 to 65535');
  const project = positionals[0] === undefined ? await readProject() : {};
  const shown: Shown = { path: positionals[0] ?? project.template ?? 'template.json', options, changes: 0 };
  await readTextFile(shown.path);
  const inputs = [shown.path, options.modifications ?? project.modifications].flatMap((path) => path ?? []);
  let timer: NodeJS.Timeout | undefined;
  using watched = watchFiles((path) => {
    if (!inputs.some((input) => resolve(input) === path)) shown.changes += 1;
    clearTimeout(timer);
    timer = setTimeout(() => void refresh(), SETTLE_MS);
  });
  for (const input of inputs) watched.add(resolve(input));
  await using stills = openStills(shown, context);
  const folder = dirname(resolve(shown.path));
  using editor = options.edit ? editorRoutes({ file: editedFile(shown), frame: stills.frame }) : undefined;
  const { routes } = editor ?? {};
  await using server = await servePage({ port, folder, onFile: watched.add, still: stills.draw, routes });
  let turn = 0;
  const refresh = async (): Promise<void> => {
    const own = (turn += 1);
    const text = JSON.stringify(await stateOf(shown, context));
    if (own !== turn) return;
    editor?.changed();
    server.send(withAddressesBelow(text, folder, `${FILES}/${shown.changes}/`));
  };
  await refresh();
  const url = server.url + (editor?.entrance ?? '');
  context.reporter.result({ ok: true, url }, [`${url} ${editor ? 'edits' : 'shows'} ${shown.path}. Ctrl+C ends it.`]);
  if (options.open) openBrowser(url);
  if (!context.signal.aborted) await once(context.signal, 'abort');
  clearTimeout(timer);
}

/** The template with its modifications, judged in every size; or the lines of its faults. */
async function stateOf({ path, options }: Shown, context: Context): Promise<object> {
  try {
    const opened = await openTemplate(path, { ...options, remote: undefined }, context);
    const sizes = sizesOf(opened.template.document);
    const [first] = await Promise.all(sizes.map((size) => judgedFrame({ options, wanted: { size }, opened })));
    return { ok: true, document: opened.template.document, modifications: first!.body.modifications, sizes };
  } catch (error) {
    if (!(error instanceof CliError)) return { ok: false, lines: [String(error)] };
    const lines = [error.message, ...(error.facts.faults ?? []).map(printedFault)];
    return { ok: false, lines: lines.map((line) => withoutDiskAddresses(line, process.cwd())) };
  }
}

/** The file of the template for the editor, which shows faults in the words of the files. */
function editedFile({ path, options }: Shown): EditedFile {
  const folder = dirname(resolve(path));
  const { checkAddress } = judgmentOf(options.allow);
  return new EditedFile(path, (document) => {
    const checked = validateTemplate(withDiskAddresses(document, folder), { checkAddress, limits: FORMAT_LIMITS });
    const faults = checked.ok ? [] : checked.faults;
    return faults.map(({ field, message }) => ({ field, message: withoutDiskAddresses(message, folder) }));
  });
}

/** Opens an address in the user's browser, if there is one. */
function openBrowser(url: string): void {
  const programs: Partial<Record<NodeJS.Platform, [string, ...string[]]>> = {
    darwin: ['open'],
    win32: ['cmd', '/c', 'start', ''],
  };
  const [program, ...args] = programs[process.platform] ?? ['xdg-open'];
  const child = spawn(program, [...args, url], { stdio: 'ignore', detached: true });
  child.once('error', () => undefined); // the address is printed
  child.unref();
}
