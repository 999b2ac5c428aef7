import { constants, copyFile, mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { Encoder } from '#libs/contracts';
import { planVideo, type VideoDraft } from '#libs/drafts';
import { FfmpegError, probeEncoder } from '#libs/encode';
import { errnoOf } from '#libs/errors';
import { FrameError } from '#libs/frames';
import { RenderError, renderJob } from '#libs/render';
import type { Warning } from '#libs/template';
import { CliError, EXIT } from '../cli-error.js';
import type { Engine } from './open-engine.js';

/** A finished file. */
export interface RenderedFile {
  output: string;
  bytes: number;
  frames: number;
  durationS: number;
  width: number;
  height: number;
  warnings: readonly Warning[];
}

export interface RenderWatch {
  signal: AbortSignal;
  onFrame: (done: number) => void;
}

/** The encoder that the arguments name, or the one that a renderer on this machine would use. */
export async function chooseEncoder(
  wanted: string | undefined,
  { tools: { ffmpeg } }: Engine,
  signal: AbortSignal,
): Promise<Encoder> {
  if (wanted === 'software' || wanted === 'nvenc') return wanted;
  return probeEncoder(ffmpeg, signal);
}

/**
 * Renders a draft to a file. A file under the output's name is complete: it gets its name last.
 *
 * @throws CliError; the signal's reason after an abort
 */
export async function renderVideo(
  draft: VideoDraft,
  { engine, encoder, output }: { engine: Engine; encoder: Encoder; output: string },
  { signal, onFrame }: RenderWatch,
): Promise<RenderedFile> {
  const folder = await engine.newFolder();
  try {
    const made = await renderJob({ plan: planVideo(draft, draft.document, encoder), folder }, engine.tools, {
      signal,
      onFrame,
    });
    await moveTo(made.file, output);
    const { fileSize: bytes, frames, durationS, warnings } = made;
    return { output, bytes, frames, durationS, width: draft.width, height: draft.height, warnings };
  } catch (error) {
    signal.throwIfAborted();
    throw renderingError(error);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** The error of rendering as one for people. */
export function renderingError(error: unknown): unknown {
  if (error instanceof RenderError) {
    const { code, message, retryable } = error;
    return new CliError(message, retryable ? EXIT.tryAgain : EXIT.wrongInput, { code, cause: error });
  }
  if (error instanceof FrameError) {
    const isFinal = error.code !== 'RENDER_FAILED';
    return new CliError(error.message, isFinal ? EXIT.wrongInput : EXIT.tryAgain, { code: error.code, cause: error });
  }
  if (error instanceof FfmpegError) {
    const message = `${error.message}${error.stderr ? `\n${error.stderr}` : ''}`;
    return new CliError(message, EXIT.tryAgain, { code: 'RENDER_FAILED', cause: error });
  }
  const errno = errnoOf(error);
  if (errno === 'ENOSPC' || errno === 'EACCES' || errno === 'EROFS') {
    return new CliError(error instanceof Error ? error.message : errno, EXIT.tryAgain, { code: errno, cause: error });
  }
  return error;
}

/** Writes a file that has its name once it is complete. */
export async function writeWhole(target: string, bytes: Uint8Array): Promise<void> {
  await mkdir(dirname(target), { recursive: true });
  await writeFile(`${target}.part`, bytes);
  await rename(`${target}.part`, target);
}

/** Moves a file to its name, across file systems too, over a file that has it. */
export async function moveTo(file: string, target: string): Promise<void> {
  await mkdir(dirname(target), { recursive: true });
  try {
    await rename(file, target);
  } catch (error) {
    if (errnoOf(error) !== 'EXDEV') throw error;
    const part = `${target}.part`;
    try {
      await copyFile(file, part, constants.COPYFILE_FICLONE);
      await rename(part, target);
    } finally {
      await rm(part, { force: true });
    }
  }
}
