import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { availableParallelism, tmpdir, totalmem } from 'node:os';
import { join } from 'node:path';
import type { FfmpegTools } from '#libs/encode';
import { bytesFor, openRenderTools, RENDER_DEFAULTS, type RenderSettings, type RenderTools } from '#libs/render';
import { createFetcher } from './fetch-files.js';

/** Most threads that draw, as in the renderer. */
const MAX_THREADS = 16;
/** Parts of the free disk for all files of the process, and for those fetched. */
const DISK_PART = 0.95;
const FETCHED_PART = 0.5;
const CACHE_PART = 0.3;

/** The tools of rendering, and folders for the files in progress. */
export interface Engine extends AsyncDisposable {
  tools: RenderTools;
  /** An empty folder for one piece of work; it is removed with the engine. */
  newFolder(): Promise<string>;
}

export interface EngineOptions {
  ffmpeg: FfmpegTools;
  /** Private CIDR blocks from which files may be fetched. */
  allow: readonly string[];
  /** Processes that share the machine. Default: this one alone. */
  jobs?: number;
}

/**
 * Opens the engine in this process, with the settings of a renderer that has as many slots as there are `jobs`: what
 * decides about bytes is the same.
 */
export async function openEngine({ ffmpeg, allow, jobs = 1 }: EngineOptions): Promise<Engine> {
  const root = await mkdtemp(join(tmpdir(), 'framewright-'));
  const fetcher = createFetcher(allow);
  const close = async (): Promise<void> => {
    await fetcher.close();
    await rm(root, { recursive: true, force: true, maxRetries: 3 });
  };
  try {
    const settings = settingsOf({ ffmpeg, jobs, folder: root, diskBytes: (await bytesFor(root)) / jobs });
    const tools = await openRenderTools(settings, { fetcher });
    await mkdir(join(root, 'work'));
    return { tools, newFolder: () => mkdtemp(join(root, 'work', 'job-')), [Symbol.asyncDispose]: close };
  } catch (error) {
    await close();
    throw error;
  }
}

function settingsOf(on: { ffmpeg: FfmpegTools; jobs: number; folder: string; diskBytes: number }): RenderSettings {
  const { ffmpeg, jobs, folder, diskBytes } = on;
  const total = Math.floor(DISK_PART * diskBytes);
  const { videoLimits } = RENDER_DEFAULTS;
  return {
    ...RENDER_DEFAULTS,
    folder,
    ffmpeg,
    repeatsStillRuns: true,
    threads: {
      cores: Math.min(MAX_THREADS, Math.max(1, Math.floor(availableParallelism() / jobs))),
      slotBytes: totalmem() / (jobs + 1),
    },
    disk: { total, cache: Math.floor(CACHE_PART * total) },
    assetSpareMs: 0,
    videoLimits: { ...videoLimits, bytes: Math.min(videoLimits.bytes, Math.floor(FETCHED_PART * total)) },
  };
}
