import { STILL_FORMATS } from '#libs/contracts';
import { type JudgedFrame, judgeRequestedFrame } from '#libs/drafts';
import { parseArguments } from '../arguments/parse-arguments.js';
import { assertMayWrite, defaultOutput, formatOf } from '../documents/output-path.js';
import { placedFault } from '../documents/placed-fault.js';
import { readRequest } from '../documents/read-request.js';
import { faultsError } from '../documents/template-file.js';
import { drawFrame } from '../engine/draw-frame.js';
import { findFfmpeg } from '../engine/find-programs.js';
import { openEngine } from '../engine/open-engine.js';
import { moveTo, writeWhole } from '../engine/render-video.js';
import { connect, isTemplateId } from '../remote/connect.js';
import { frameOfServer } from '../remote/frame-of-server.js';
import type { Context } from './context.js';
import { type OpenTemplate, openTemplate } from './open-template.js';
import { STILL } from './table.js';

/** Draws a frame of a template. */
export async function still(args: readonly string[], context: Context): Promise<void> {
  const { options, positionals } = parseArguments(STILL, args);
  const opened = await openTemplate(positionals[0], options, context);
  const format = formatOf(STILL_FORMATS, { output: options.output }, 'png');
  const output = options.output ?? defaultOutput(opened.path, 'png');
  assertMayWrite(output, { force: options.force, inputs: [opened.path] });
  const { time: t, size, width, quality, remote, allow } = options;
  const wanted = { t, size, width, quality, format };
  const frame = await judgedFrame(options, wanted, opened);
  if (remote === undefined) {
    await using engine = await openEngine({ ffmpeg: findFfmpeg(context.environment), allow });
    const { document, style } = frame;
    await moveTo(await drawFrame({ document, timeS: frame.t, style }, engine, context.signal), output);
  } else {
    const server = connect(remote, context.environment);
    await writeWhole(output, await frameOfServer(server, { ...frame.body, ...sourceOf(opened) }, context.signal));
  }
  context.reporter.result({ ok: true, output, time: frame.t ?? null }, [output]);
}

/** The fields of a request that name a document. */
function sourceOf({ path, template: { file } }: OpenTemplate): object {
  return isTemplateId(path) ? { template_id: path } : { document: file.value, template_id: undefined };
}

interface ValueOptions {
  set: readonly string[];
  modifications: string | undefined;
}

/** Judges a frame of the template with its examples and the values of the arguments. @throws CliError */
export async function judgedFrame(
  { set, modifications }: ValueOptions,
  wanted: Readonly<Record<string, unknown>>,
  { path, template, project, judgment }: OpenTemplate,
): Promise<JudgedFrame & { body: object }> {
  const request = await readRequest(
    { format: 'mp4', set, modifications: modifications ?? project.modifications },
    template,
  );
  const { template_id, modifications: values } = request.body;
  const body = { ...defined(wanted), template_id, modifications: values };
  const judged = judgeRequestedFrame({ body, template: template.document }, judgment);
  if (judged.ok) return { ...judged.value!, body }; // null without a template only
  throw faultsError(
    `${path} has no such frame`,
    judged.faults.map((fault) => placedFault(fault, request)),
  );
}

function defined(values: Readonly<Record<string, unknown>>): object {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined));
}
