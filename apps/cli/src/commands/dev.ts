import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile, rm } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import pLimit from 'p-limit';
import { sizesOf } from '#libs/template';
import { parseArguments, type ParsedArguments } from '../arguments/parse-arguments.js';
import { CliError } from '../cli-error.js';
import { servePage } from '../dev/serve-page.js';
import { watchFiles } from '../dev/watch-files.js';
import { withAddressesBelow, withoutDiskAddresses } from '../documents/disk-addresses.js';
import { readTextFile } from '../documents/json-file.js';
import { readProject } from '../documents/project-file.js';
import { drawFrame } from '../engine/draw-frame.js';
import { findFfmpeg } from '../engine/find-programs.js';
import { type Engine, openEngine } from '../engine/open-engine.js';
import { printedFault } from '../report/print-faults.js';
import type { Context } from './context.js';
import { openTemplate } from './open-template.js';
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
  await using server = await servePage({ port, folder, onFile: watched.add, still: stills.draw });
  let turn = 0;
  const refresh = async (): Promise<void> => {
    const own = (turn += 1);
    const text = JSON.stringify(await stateOf(shown, context));
    if (own === turn) server.send(withAddressesBelow(text, folder, `${FILES}/${shown.changes}/`));
  };
  await refresh();
  context.reporter.result({ ok: true, url: server.url }, [`${server.url} shows ${shown.path}. Ctrl+C ends it.`]);
  if (options.open) openBrowser(server.url);
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

interface Stills extends AsyncDisposable {
  /** Returns the bytes of a PNG. */
  draw(asked: unknown): Promise<Buffer>;
}

/** Frames by the engine, one at a time. It is opened with the first one. */
function openStills({ path, options }: Shown, context: Context): Stills {
  const { environment, signal } = context;
  const inTurn = pLimit(1);
  let engine: Engine | undefined;
  const draw = async (asked: unknown): Promise<Buffer> => {
    const opened = await openTemplate(path, { ...options, remote: undefined }, context);
    const { t, size } = Object(asked) as { t?: unknown; size?: unknown };
    engine ??= await openEngine({ ffmpeg: findFfmpeg(environment), allow: options.allow });
    const wanted = { t, size, format: 'png' };
    const frame = await judgedFrame({ options, wanted, opened }, { assets: engine.tools.assets, signal });
    const file = await drawFrame({ document: frame.document, timeS: frame.t, style: frame.style }, engine, signal);
    const bytes = await readFile(file);
    await rm(dirname(file), { recursive: true });
    return bytes;
  };
  return {
    draw: (asked) => inTurn(() => draw(asked)),
    [Symbol.asyncDispose]: () => inTurn(async () => engine?.[Symbol.asyncDispose]()),
  };
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
