import type { EncodeJob } from './encode-plan.js';
import type { EncodeReport } from './encode-video.js';

/** One video in this number of alike encoded ones is decoded. */
const ONE_IN = 20;

/**
 * The facts that decide how a video is encoded: videos that agree in them take the same paths through the encoder and
 * the writer of the file.
 */
type Encoding = Pick<EncodeJob, 'width' | 'height' | 'fps' | 'format' | 'encoder' | 'stillRuns' | 'sounds'>;

/** Numbers of checked videos by their kind, which is a short text; serializable. */
export type CheckedKinds = Readonly<Record<string, number>>;

/**
 * Decides which finished files of a process are decoded before they are published
 * (docs/decisions/0013-a-file-is-checked-while-it-passes.md).
 */
export class DecodeSampling {
  private readonly checked: Map<string, number>;

  /**
   * @param checked videos of processes before this one
   * @param onChecked called for every further one
   */
  constructor(
    checked: CheckedKinds = {},
    private readonly onChecked: (kind: string) => void = () => undefined,
  ) {
    this.checked = new Map(Object.entries(checked));
  }

  /** The reason why a file must be decoded from beginning to end; null: its bytes and structure are enough. */
  reasonFor(video: Encoding, { digest, hasWarnings }: Pick<EncodeReport, 'digest' | 'hasWarnings'>): string | null {
    if (digest === undefined) return 'ffmpeg wrote the file';
    if (hasWarnings) return 'the encoder reported something';
    return (this.checked.get(kindOf(video)) ?? 0) % ONE_IN === 0 ? `one in ${ONE_IN} of its kind` : null;
  }

  /** Counts a video whose check has found no fault: after a fault the next one of its kind is decoded, too. */
  count(video: Encoding): void {
    const kind = kindOf(video);
    this.checked.set(kind, (this.checked.get(kind) ?? 0) + 1);
    this.onChecked(kind);
  }
}

function kindOf({ width, height, fps, format, encoder, stillRuns, sounds }: Encoding): string {
  return [width, height, fps, format, encoder, (stillRuns ?? []).length > 0, sounds.length > 0].join();
}
