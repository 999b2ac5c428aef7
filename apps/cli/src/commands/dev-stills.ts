import { readFile, rm } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import pLimit from 'p-limit';
import { type JudgedFrame, judgeRequestedFrame } from '#libs/drafts';
import type { ParsedArguments } from '../arguments/parse-arguments.js';
import { CliError } from '../cli-error.js';
import { withDiskAddresses, withoutDiskAddresses } from '../documents/disk-addresses.js';
import { drawFrame } from '../engine/draw-frame.js';
import { findFfmpeg } from '../engine/find-programs.js';
import { type Engine, openEngine } from '../engine/open-engine.js';
import type { Context } from './context.js';
import { judgmentOf, openTemplate } from './open-template.js';
import { judgedFrame, judgedWithLengths } from './still.js';
import type { DEV } from './table.js';

interface Stills extends AsyncDisposable {
  /** Draws the file of the template. Returns the bytes of a PNG. */
  draw(asked: unknown): Promise<Buffer>;
  /** Draws the document of a request, as `POST /v1/frames` has it, with paths of files in it. */
  frame(asked: Readonly<Record<string, unknown>>, left: AbortSignal): Promise<Buffer>;
}

interface StillsOptions {
  path: string;
  options: ParsedArguments<typeof DEV>['options'];
}

/** Frames by the engine, one at a time. It is opened with the first one. */
export function openStills({ path, options }: StillsOptions, context: Context): Stills {
  const { environment, signal } = context;
  const inTurn = pLimit(1);
  let engine: Engine | undefined;
  const opened = async () => (engine ??= await openEngine({ ffmpeg: findFfmpeg(environment), allow: options.allow }));
  const draw = async (asked: unknown): Promise<Buffer> => {
    const template = await openTemplate(path, { ...options, remote: undefined }, context);
    const { t, size } = Object(asked) as { t?: unknown; size?: unknown };
    const wanted = { t, size, format: 'png' };
    const { assets } = (await opened()).tools;
    const frame = await judgedFrame({ options, wanted, opened: template }, { assets, signal });
    return drawn(frame, await opened(), signal);
  };
  const frame = async (asked: Readonly<Record<string, unknown>>, left: AbortSignal): Promise<Buffer> => {
    left.throwIfAborted();
    const until = AbortSignal.any([left, signal]);
    const folder = dirname(resolve(path));
    const body = { ...asked, document: withDiskAddresses(asked['document'], folder) };
    const judgment = judgmentOf(options.allow);
    const { assets } = (await opened()).tools;
    const judge = (measured: Map<string, number>) => judgeRequestedFrame({ body, template: null, measured }, judgment);
    const judged = await judgedWithLengths(judge, { assets, signal: until });
    if (judged.ok && judged.value) return drawn(judged.value, await opened(), until);
    const [fault] = judged.ok ? [] : judged.faults;
    throw new CliError(withoutDiskAddresses(fault?.message ?? 'The request needs a document', folder));
  };
  return {
    draw: (asked) => inTurn(() => draw(asked)),
    frame: (asked, left) => inTurn(() => frame(asked, left)),
    [Symbol.asyncDispose]: () => inTurn(async () => engine?.[Symbol.asyncDispose]()),
  };
}

async function drawn({ document, t, style }: JudgedFrame, engine: Engine, signal: AbortSignal): Promise<Buffer> {
  const file = await drawFrame({ document, timeS: t, style }, engine, signal);
  const bytes = await readFile(file);
  await rm(dirname(file), { recursive: true });
  return bytes;
}
