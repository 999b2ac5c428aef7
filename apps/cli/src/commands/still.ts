import { STILL_FORMATS } from '#libs/contracts';
import { type JudgedFrame, judgeRequestedFrame } from '#libs/drafts';
import type { RenderTools } from '#libs/render';
import { parseArguments } from '../arguments/parse-arguments.js';
import { assertMayWrite, defaultOutput, formatOf } from '../documents/output-path.js';
import { placedFault } from '../documents/placed-fault.js';
import { readRequest, type RequestBody } from '../documents/read-request.js';
import { diskDocument, faultsError } from '../documents/template-file.js';
import { type KnownLengths, measureLengths } from '../engine/draft-videos.js';
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
  const { signal } = context;
  const { time: t, size, width, quality, remote, allow } = options;
  const wanted = { t, size, width, quality, format };
  if (remote === undefined) {
    await using engine = await openEngine({ ffmpeg: findFfmpeg(context.environment), allow });
    const frame = await judgedFrame({ options, wanted, opened }, { assets: engine.tools.assets, signal });
    const { document, style } = frame;
    await moveTo(await drawFrame({ document, timeS: frame.t, style }, engine, signal), output);
  } else {
    const frame = await judgedFrame({ options, wanted, opened });
    const server = connect(remote, context.environment);
    await writeWhole(output, await frameOfServer(server, { ...frame.body, ...sourceOf(opened) }, signal));
  }
  context.reporter.result({ ok: true, output, time: t ?? null }, [output]);
}

/** The fields of a request that name a document. */
export function sourceOf({ path, template }: OpenTemplate): object {
  return isTemplateId(path) ? { template_id: path } : { document: diskDocument(template), template_id: undefined };
}

interface AskedFrame {
  options: { set: readonly string[]; modifications: string | undefined };
  wanted: Readonly<Record<string, unknown>>;
  opened: OpenTemplate;
}

/**
 * Judges a frame of the template with its examples and the values of the arguments.
 *
 * @param measuring measures files whose lengths decide times; absent: the lengths are assumed
 * @throws CliError
 */
export async function judgedFrame(
  { options, wanted, opened: { path, template, project, judgment } }: AskedFrame,
  measuring?: Measuring,
): Promise<JudgedFrame & { body: Pick<RequestBody, 'template_id' | 'modifications'> }> {
  const { set, modifications = project.modifications } = options;
  const request = await readRequest({ format: 'mp4', set, modifications }, template);
  const { template_id, modifications: values } = request.body;
  const body = { ...defined(wanted), template_id, modifications: values };
  const judge = (measured: KnownLengths) =>
    judgeRequestedFrame({ body, template: template.document, measured }, judgment);
  const judged = measuring ? await judgedWithLengths(judge, measuring) : judge(new Map());
  if (judged.ok) return { ...judged.value!, body }; // null without a template only
  throw faultsError(
    `${path} has no such frame`,
    judged.faults.map((fault) => placedFault(fault, request)),
  );
}

type Measuring = Pick<RenderTools, 'assets'> & { signal: AbortSignal };

/** Judges a frame, and once more when files whose lengths decide its times are measured. */
export async function judgedWithLengths(
  judge: (measured: KnownLengths) => ReturnType<typeof judgeRequestedFrame>,
  { assets, signal }: Measuring,
): Promise<ReturnType<typeof judgeRequestedFrame>> {
  const measured: KnownLengths = new Map();
  const first = judge(measured);
  if (!first.ok || !first.value || first.value.unmeasured.length === 0) return first;
  const faults = await measureLengths(first.value.unmeasured, assets, signal, measured);
  return faults.length > 0 ? { ok: false, faults } : judge(measured);
}

function defined(values: Readonly<Record<string, unknown>>): object {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined));
}
