import type { EncodeJob } from './encode-plan.js';
import type { EncodeReport } from './encode-video.js';

/** One video in this number of alike encoded ones is decoded. */
const ONE_IN = 20;

/**
 * The facts that decide how a video is encoded: videos that agree in them take the same paths through the encoder and
 * the writer of the file.
 */
type Encoding = Pick<EncodeJob, 'width' | 'height' | 'fps' | 'format' | 'encoder' | 'stillRuns' | 'sounds'>;

/**
 * Decides which finished files of a process are decoded before they are published
 * (docs/decisions/0013-a-file-is-checked-while-it-passes.md).
 */
export class DecodeSampling {
  /** Videos so far, by how they were encoded. */
  private readonly seen = new Map<string, number>();

  /** The reason why a file must be decoded from beginning to end; null: its bytes and structure are enough. */
  reasonFor(video: Encoding, { digest, hasWarnings }: Pick<EncodeReport, 'digest' | 'hasWarnings'>): string | null {
    if (digest === undefined) return 'ffmpeg wrote the file';
    if (hasWarnings) return 'the encoder reported something';
    const { width, height, fps, format, encoder, stillRuns, sounds } = video;
    const key = [width, height, fps, format, encoder, (stillRuns ?? []).length > 0, sounds.length > 0].join();
    const before = this.seen.get(key) ?? 0;
    this.seen.set(key, before + 1);
    return before % ONE_IN === 0 ? `one in ${ONE_IN} of its kind` : null;
  }
}
