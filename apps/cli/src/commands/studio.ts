import { availableParallelism } from 'node:os';
import type { DraftedVideo } from '#libs/drafts';
import { CliError, EXIT } from '../cli-error.js';
import { diskDocument } from '../documents/template-file.js';
import { findFfmpeg } from '../engine/find-programs.js';
import { type Findings, inspectVideos } from '../engine/inspect-video.js';
import { inOwnProcess } from '../engine/in-own-process.js';
import { openEngine } from '../engine/open-engine.js';
import { chooseEncoder } from '../engine/render-video.js';
import { inThisProcess, type VideoRenderer } from '../engine/video-renderer.js';
import type { DraftTools } from '../engine/draft-videos.js';
import { connect, isTemplateId, withTemplate } from '../remote/connect.js';
import { findingsOfServer } from '../remote/findings-of-server.js';
import { onServer } from '../remote/remote-renderer.js';
import { withUploads } from '../remote/upload-files.js';
import type { Context } from './context.js';
import type { OpenTemplate } from './open-template.js';

/** A place where videos are rendered: this machine, or a server. */
export interface Studio {
  /** Renders this number of videos at a time. */
  jobs: number;
  /** Measures files; absent on a server, which does so itself. */
  assets: DraftTools['assets'];
  /** Finds out what would make videos fail, or look otherwise than written. */
  findingsOf(videos: readonly DraftedVideo[], body: object): Promise<Findings>;
  /** Opens its renderers. */
  open(): Promise<VideoRenderer[]>;
}

interface StudioOptions {
  remote: string | undefined;
  allow: readonly string[];
  encoder: string | undefined;
  jobs: number | undefined;
  hasRows: boolean;
}

const MOST_JOBS = 64;
/** Videos that a server is asked for at a time. */
const REMOTE_JOBS = 4;

/** Opens the studio of the arguments for some work, and closes it. */
export async function inStudio<T>(
  options: StudioOptions,
  opened: OpenTemplate,
  context: Context,
  work: (studio: Studio) => Promise<T>,
): Promise<T> {
  const { remote: address, jobs: given, hasRows } = options;
  if (address === undefined) {
    const jobs = hasRows ? jobsOf(given ?? Math.max(1, Math.floor(availableParallelism() / 2))) : 1;
    return inLocalStudio({ ...options, jobs }, context, work);
  }
  const remote = connect(address, context.environment);
  const stored = isTemplateId(opened.path)
    ? { id: opened.path }
    : { document: await withUploads(remote, diskDocument(opened.template), context.signal) };
  return withTemplate(remote, stored, (id) => {
    const jobs = hasRows ? jobsOf(given ?? REMOTE_JOBS) : 1;
    const open = () => Promise.resolve(Array.from({ length: jobs }, () => onServer(remote, id)));
    const findingsOf = (_videos: readonly DraftedVideo[], body: object) =>
      findingsOfServer(remote, { ...body, template_id: id }, context.signal);
    return work({ jobs, assets: undefined, open, findingsOf });
  });
}

async function inLocalStudio<T>(
  { allow, encoder: wanted, jobs }: StudioOptions & { jobs: number },
  { environment, signal }: Context,
  work: (studio: Studio) => Promise<T>,
): Promise<T> {
  const options = { ffmpeg: findFfmpeg(environment), allow, jobs };
  await using engine = await openEngine(options);
  const open = async (): Promise<VideoRenderer[]> => {
    const encoder = await chooseEncoder(wanted, engine, signal);
    if (jobs === 1) return [inThisProcess(engine, encoder)];
    return Array.from({ length: jobs }, () => inOwnProcess({ engine: options, encoder }));
  };
  const findingsOf = (videos: readonly DraftedVideo[]) => inspectVideos(videos, engine, signal);
  return await work({ jobs, assets: engine.tools.assets, open, findingsOf });
}

function jobsOf(jobs: number): number {
  if (Number.isInteger(jobs) && jobs >= 1 && jobs <= MOST_JOBS) return jobs;
  throw new CliError(`--jobs must be 1 to ${MOST_JOBS}`, EXIT.wrongInput, { code: 'USAGE' });
}
