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
import { findFfmpeg } from '../engine/find-programs.js';
import { type Engine, openEngine } from '../engine/open-engine.js';
import { chooseEncoder, type RenderedFile, renderVideo } from '../engine/render-video.js';
import type { Context } from './context.js';
import { type OpenTemplate, openTemplate } from './open-template.js';
import { renderRows } from './render-rows.js';
import { RENDER } from './table.js';

type Options = ParsedArguments<typeof RENDER>['options'];

/** A draft and the name of its file. */
interface NamedDraft {
  draft: VideoDraft;
  output: string;
}

/** Renders the videos of one request. */
export async function render(args: readonly string[], context: Context): Promise<void> {
  const { options, positionals } = parseArguments(RENDER, args);
  const opened = await openTemplate(positionals[0], options.allow);
  const output = options.output ?? opened.project.output;
  const format = formatOf(VIDEO_FORMATS, { format: options.format, output }, 'mp4');
  const request = await requestOf(options, opened, format);
  const engineOptions = { ffmpeg: findFfmpeg(context.environment), allow: options.allow };
  if (options.data !== undefined) {
    const { data, manifest, jobs, encoder, force, keep, 'fail-fast': isFailingFast } = options;
    const named = output ?? `{row}.${format}`;
    const rows = { data, output: named, manifest, jobs, encoder, force, keep, isFailingFast };
    return renderRows(rows, { request, opened, engineOptions }, context);
  }
  await using engine = await openEngine(engineOptions);
  const drafts = await draftsOf(request, opened, engine, context);
  const inputs = [opened.path, options.modifications ?? ''].filter(Boolean);
  const named = namedDrafts(drafts, output ?? defaultOutput(opened.path, format));
  for (const each of named) assertMayWrite(each.output, { force: options.force, inputs });
  const files = await renderAll(named, { engine, options }, context);
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
  { tools: { assets } }: Engine,
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

async function renderAll(
  named: readonly NamedDraft[],
  { engine, options }: { engine: Engine; options: Options },
  { reporter, signal }: Context,
): Promise<RenderedFile[]> {
  const encoder = await chooseEncoder(options.encoder, engine, signal);
  const files: RenderedFile[] = [];
  for (const { draft, output } of named) {
    const progress = reporter.progress(output);
    try {
      const onFrame = (done: number) => progress.update(done, draft.frameCount);
      files.push(await renderVideo(draft, { engine, encoder, output }, { signal, onFrame }));
    } finally {
      progress.end();
    }
    reporter.warn(files.at(-1)!.warnings);
  }
  return files;
}

function inJson({ output, bytes, frames, durationS, width, height, warnings }: RenderedFile): object {
  return { output, bytes, frames, duration: durationS, width, height, warnings };
}

function inWords({ output, bytes, frames, durationS, width, height }: RenderedFile): string {
  const seconds = Number(durationS.toFixed(3));
  return `${output}  ${width}×${height}, ${seconds} s, ${frames} frames, ${(bytes / 1e6).toFixed(2)} MB`;
}
