import { VIDEO_FORMATS } from '#libs/contracts';
import type { DraftedVideo } from '#libs/drafts';
import { Modifications, type TemplateDocument } from '#libs/template';
import { parseArguments } from '../arguments/parse-arguments.js';
import { CliError, EXIT, type Finding } from '../cli-error.js';
import { formatOf } from '../documents/output-path.js';
import { placedFault } from '../documents/placed-fault.js';
import type { RequestSource } from '../documents/read-request.js';
import { draftVideos } from '../engine/draft-videos.js';
import type { Findings } from '../engine/inspect-video.js';
import type { Context } from './context.js';
import { type OpenTemplate, openTemplate } from './open-template.js';
import { requestOf } from './render.js';
import { inStudio } from './studio.js';
import { VALIDATE } from './table.js';

/** Checks a template, and the videos of a request, without rendering. */
export async function validate(args: readonly string[], context: Context): Promise<void> {
  const { options, positionals } = parseArguments(VALIDATE, args);
  const opened = await openTemplate(positionals[0], options, context);
  const format = formatOf(VIDEO_FORMATS, { format: options.format }, 'mp4');
  const asked = await requestOf({ ...NO_OPTIONS, ...options }, opened, format);
  const isSample = asked.modifications === undefined && options.set.length === 0;
  const request = isSample ? withExamples(asked, opened.template.document) : asked;
  const { remote, allow } = options;
  const studio = { remote, allow, encoder: undefined, jobs: undefined, hasRows: false };
  await inStudio(studio, opened, context, async ({ assets, findingsOf }) => {
    const tools = { judgment: opened.judgment, assets, signal: context.signal };
    const drafted = await draftVideos(request.body, opened.template.document, tools);
    if (!drafted.ok && isSample && drafted.faults.every(({ code }) => code === 'REQUIRED_FIELD')) {
      reportTemplate(opened, drafted.faults, context);
      return;
    }
    const videos = drafted.ok ? drafted.value : [];
    const findings: Findings = drafted.ok
      ? await findingsOf(options['no-files'] ? [] : videos, request.body)
      : { faults: drafted.faults, warnings: [] };
    report({ opened, request, videos, isStrict: options.strict }, findings, context);
  });
}

/** Reports a template that makes a video only of values that it does not have. */
function reportTemplate({ path }: OpenTemplate, missing: readonly Finding[], { reporter }: Context): void {
  const needed = missing.map(({ field }) => field.split('.').at(-1));
  reporter.result({ ok: true, videos: [], warnings: [] }, [`${path} is a valid template`]);
  reporter.note(`Give ${needed.join(', ')} by -m or --set to check a video.`);
}

const NO_OPTIONS = { fps: undefined, 'max-width': undefined, loop: undefined, audio: undefined, test: false };

interface Validated {
  opened: OpenTemplate;
  request: RequestSource;
  videos: readonly DraftedVideo[];
  /** Warnings are faults. */
  isStrict: boolean;
}

/** @throws CliError if there are faults */
function report({ opened, request, videos, isStrict }: Validated, findings: Findings, { reporter }: Context): void {
  const { file } = opened.template;
  const ofWarnings = findings.warnings.map((warning) => placedFault(warning, request, file));
  const ofFaults = findings.faults.map((fault) => placedFault(fault, request, videos.length > 0 ? file : undefined));
  const faults = [...ofFaults, ...(isStrict ? ofWarnings : [])];
  const warnings = isStrict ? [] : ofWarnings;
  if (faults.length > 0) {
    const facts = { code: 'VALIDATION_ERROR', faults, warnings };
    throw new CliError(`${opened.path} makes no video as it is meant`, EXIT.wrongInput, facts);
  }
  reporter.findings(warnings);
  const facts = videos.map(({ draft: { size, width, height, durationS: duration, frameCount: frames, credits } }) => {
    return { size, width, height, duration, frames, credits };
  });
  reporter.result({ ok: true, videos: facts, warnings }, [
    `${opened.path} is valid${warnings.length > 0 ? `, with ${warnings.length} warnings` : ''}`,
    ...facts.map(({ size, width, height, duration, credits }) => {
      return `${size}: ${width}×${height}, ${Number(duration.toFixed(3))} s, ${credits} credits`;
    }),
  ]);
}

/** The request with examples in place of values that it does not have. */
function withExamples(request: RequestSource, { variables = {} }: TemplateDocument): RequestSource {
  const examples = Object.entries(variables).flatMap(([name, { default: value, example }]) =>
    value === undefined && example !== undefined ? [[name, example] as const] : [],
  );
  const given = request.body.modifications;
  const modifications = Object.assign(new Modifications(), given, {
    variables: Object.fromEntries<unknown>(examples),
  });
  return { ...request, body: { ...request.body, modifications } };
}
