import { FfmpegError } from '#libs/encode';
import { FrameError } from '#libs/frames';
import { OtherFrameCount, RenderError, UnfitParts } from '#libs/render';
import type { SlotOutcome } from './slot-protocol.js';

/** Maps an error to an outcome: faults of the caller's input are final, all other failures are retryable. */
export function outcomeOfError(error: unknown): SlotOutcome<never> & { ok: false } {
  const detail = describe(error);
  if (error instanceof UnfitParts) return { ok: false, failure: error.toFailure(), detail, unfit: error.steps };
  if (error instanceof OtherFrameCount) {
    return { ok: false, failure: error.toFailure(), detail, frameCount: error.frameCount };
  }
  if (error instanceof RenderError) return { ok: false, failure: error.toFailure(), detail };
  if (error instanceof FrameError) {
    const { code, message } = error;
    return { ok: false, failure: { code, message, retryable: code === 'RENDER_FAILED' }, detail };
  }
  const message = error instanceof FfmpegError ? 'The video could not be encoded' : 'The video could not be drawn';
  return { ok: false, failure: { code: 'RENDER_FAILED', message, retryable: true }, detail };
}

function describe(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const parts = [error.stack ?? error.message];
  if (error instanceof RenderError && error.detail) parts.push(error.detail);
  if (error instanceof FfmpegError && error.stderr) parts.push(error.stderr);
  if (error.cause !== undefined) parts.push(`caused by ${describe(error.cause)}`);
  return parts.join('\n');
}
