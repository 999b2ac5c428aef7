import { extname } from 'node:path';
import { VIDEO_FORMATS } from '#libs/contracts';
import type { DraftedVideo, VideoDraft } from '#libs/drafts';
import type { ParsedArguments } from '../arguments/parse-arguments.js';
import { parseArguments } from '../arguments/parse-arguments.js';
import { CliError, EXIT } from '../cli-error.js';
import { assertMayWrite, defaultOutput, formatOf } from '../documents/output-path.js';
import { placedFault } from '../documents/placed-fault.js';
import { readRequest, type RequestSource } from '../documents/read-request.js';
import { faultsError } from '../documents/template-file.js';
import { draftVideos } from '../engine/draft-videos.js';
import type { RenderedFile } from '../engine/render-video.js';
import type { Context } from './context.js';
import { type OpenTemplate, openTemplate } from './open-template.js';
import { renderRows } from './render-rows.js';
import { inStudio, type Studio } from './studio.js';
import { RENDER } from './table.js';

type Options = ParsedArguments<typeof RENDER>['options'];

/** A draft and the name of its file. */
interface NamedDraft {
  draft: VideoDraft;
  output: string;
}

/** Renders the videos of one request, or those of rows. */
export async function render(args: readonly string[], context: Context): Promise<void> {
  const { options, positionals } = parseArguments(RENDER, args);
  const opened = await openTemplate(positionals[0], options, context);
  const output = options.output ?? opened.project.output;
  const format = formatOf(VIDEO_FORMATS, { format: options.format, output }, 'mp4');
  const request = await requestOf(options, opened, format);
  const { remote, allow, encoder, jobs, data } = options;
  await inStudio({ remote, allow, encoder, jobs, hasRows: data !== undefined }, opened, context, (studio) => {
    if (data === undefined) return renderRequest({ options, opened, request, output, format }, studio, context);
    const { manifest, force, keep, 'fail-fast': isFailingFast } = options;
    const rows = { data, output: output ?? `{row}.${format}`, manifest, force, keep, isFailingFast };
    return renderRows(rows, { request, opened, studio }, context);
  });
}

interface Asked {
  options: Options;
  opened: OpenTemplate;
  request: RequestSource;
  output: string | undefined;
  format: string;
}

async function renderRequest(
  { options, opened, request, output, format }: Asked,
  studio: Studio,
  context: Context,
): Promise<void> {
  const drafts = await draftsOf(request, opened, studio, context);
  const named = namedDrafts(drafts, output ?? defaultOutput(opened.path, format));
  const inputs = [opened.path, options.modifications ?? ''].filter(Boolean);
  for (const each of named) assertMayWrite(each.output, { force: options.force, inputs });
  const files: RenderedFile[] = [];
  const [renderer] = await studio.open();
  for (const { draft, output: file } of named) {
    const progress = context.reporter.progress(file);
    try {
      const onFrame = (done: number) => progress.update(done, draft.frameCount);
      const watch = { signal: context.signal, onFrame };
      files.push(await renderer!.render({ draft, body: { ...request.body } }, file, watch));
    } finally {
      progress.end();
    }
    context.reporter.warn(files.at(-1)!.warnings);
  }
  context.reporter.result({ ok: true, files: files.map(inJson) }, files.map(inWords));
}

/** The request of the arguments. @throws CliError */
export function requestOf(
  options: Pick<Options, 'set' | 'modifications' | 'size' | 'fps' | 'max-width' | 'loop' | 'audio' | 'test'>,
  { template, project }: OpenTemplate,
  format: (typeof VIDEO_FORMATS)[number],
): Promise<RequestSource> {
  const modifications = options.modifications ?? project.modifications;
  return readRequest({ ...options, format, sizes: options.size, modifications }, template);
}

/** Applies a request to its template. @throws CliError with the place of every fault */
export async function draftsOf(
  request: RequestSource,
  { path, template, judgment }: OpenTemplate,
  { assets }: Studio,
  { signal }: Context,
): Promise<DraftedVideo[]> {
  const drafted = await draftVideos(request.body, template.document, { judgment, assets, signal });
  if (drafted.ok) return drafted.value;
  const faults = drafted.faults.map((fault) => placedFault(fault, request));
  throw faultsError(`${path} makes no video with these values`, faults);
}

/** Gives each draft its file: `{size}` in the name of the output is the name of its size. */
export function namedDrafts(drafts: readonly DraftedVideo[], output: string): NamedDraft[] {
  if (drafts.length > 1 && !output.includes('{size}')) {
    const ending = extname(output);
    const proposal = `${output.slice(0, output.length - ending.length)}-{size}${ending}`;
    throw new CliError(`several sizes need {size} in the name of the output: -o "${proposal}"`, EXIT.wrongInput, {
      code: 'USAGE',
    });
  }
  return drafts.map(({ draft }) => ({ draft, output: output.replaceAll('{size}', draft.size) }));
}

function inJson({ output, bytes, frames, durationS, width, height, warnings }: RenderedFile): object {
  return { output, bytes, frames, duration: durationS, width, height, warnings };
}

function inWords({ output, bytes, frames, durationS, width, height }: RenderedFile): string {
  const seconds = Number(durationS.toFixed(3));
  return `${output}  ${width}×${height}, ${seconds} s, ${frames} frames, ${(bytes / 1e6).toFixed(2)} MB`;
}
