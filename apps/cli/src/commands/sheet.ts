import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { TEMPLATE_FPS } from '#libs/contracts';
import { DEFAULT_TOOLS } from '#libs/encode';
import { compile } from '#libs/timeline';
import { parseArguments } from '../arguments/parse-arguments.js';
import { CliError, EXIT } from '../cli-error.js';
import { assertMayWrite, defaultOutput, formatOf } from '../documents/output-path.js';
import { drawFrame } from '../engine/draw-frame.js';
import { findFfmpeg } from '../engine/find-programs.js';
import { type Engine, openEngine } from '../engine/open-engine.js';
import { moveTo } from '../engine/render-video.js';
import { connect, type Remote } from '../remote/connect.js';
import { frameOfServer } from '../remote/frame-of-server.js';
import { framesOfSheet, MAX_SHEET_FRAMES, sheetDocument, type SheetFrame } from '../sheet/sheet-document.js';
import { cellOf } from '../sheet/sheet-layout.js';
import type { Context } from './context.js';
import { openTemplate } from './open-template.js';
import { judgedFrame, sourceOf } from './still.js';
import { SHEET } from './table.js';

const DEFAULT_FRAMES = 12;

/** Draws frames of a template beside each other, with their times and the names of their layers. */
export async function sheet(args: readonly string[], context: Context): Promise<void> {
  const { reporter, signal, environment } = context;
  const { options, positionals } = parseArguments(SHEET, args);
  const { frames: count = DEFAULT_FRAMES } = options;
  if (!Number.isInteger(count) || count < 1 || count > MAX_SHEET_FRAMES) {
    throw new CliError(`--frames must be 1 to ${MAX_SHEET_FRAMES}`, EXIT.wrongInput, { code: 'USAGE' });
  }
  const opened = await openTemplate(positionals[0], options, context);
  formatOf(['png'], { output: options.output }, 'png');
  const output = options.output ?? defaultOutput(opened.path, 'sheet.png');
  assertMayWrite(output, { force: options.force, inputs: [opened.path] });
  const { remote, allow } = options;
  const server = remote === undefined ? undefined : connect(remote, environment);
  // This machine lays out the sheet: of the pictures of a server, without ffmpeg.
  await using engine = await openEngine({ ffmpeg: server ? DEFAULT_TOOLS : findFfmpeg(environment), allow });
  const { assets } = engine.tools;
  const asked = { options, wanted: { size: options.size }, opened };
  const { document, body } = await judgedFrame(asked, server ? undefined : { assets, signal });
  const timeline = compile(document, { fps: TEMPLATE_FPS });
  const frames = framesOfSheet(timeline, count);
  const cell = cellOf(timeline, frames.length);
  const style = { format: 'png', width: cell.width } as const;
  const draw = server
    ? framesOfServer(server, { ...body, ...sourceOf(opened), ...style }, engine, signal)
    : (timeS: number) => drawFrame({ document, timeS, style }, engine, signal);
  const progress = reporter.progress(output);
  const drawn: (SheetFrame & { picture: string })[] = [];
  for (const frame of frames) {
    drawn.push({ ...frame, picture: await draw(frame.timeS) });
    progress.update(drawn.length, frames.length);
  }
  progress.end();
  const whole = sheetDocument(drawn, cell);
  await moveTo(await drawFrame({ document: whole, timeS: 0, style: { format: 'png' } }, engine, signal), output);
  reporter.result({ ok: true, output, frames: frames.map(({ timeS, layers }) => ({ time: timeS, layers })) }, [output]);
}

/** Draws frames on a server, into files of the engine. */
function framesOfServer(
  server: Remote,
  asking: object,
  { newFolder }: Engine,
  signal: AbortSignal,
): (timeS: number) => Promise<string> {
  return async (t) => {
    const picture = await frameOfServer(server, { ...asking, t }, signal);
    const file = join(await newFolder(), 'frame');
    await writeFile(file, picture);
    return file;
  };
}
