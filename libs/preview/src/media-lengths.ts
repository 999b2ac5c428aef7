import { LRUCache } from 'lru-cache';
import { type FileToMeasure, lengthKey, type MeasuredLengths, parseCaptions } from '#libs/template';

/** Time for which an opening waits for a file that it has not measured before, ms. */
const PATIENCE_MS = 3_000;
/** Most lengths that are kept. */
const MOST = 1_000;

/** Measures how long files play, as a renderer does before a video is accepted. */
export class MediaLengths {
  readonly #known = new LRUCache<string, number>({ max: MOST });
  /** Files being measured, for which nothing waits any more. */
  readonly #pending = new Set<string>();

  constructor(private readonly bytesOf: (url: string) => Promise<Uint8Array<ArrayBuffer>>) {}

  /** The lengths that are known. */
  get known(): MeasuredLengths {
    return new Map(this.#known.entries());
  }

  /**
   * Measures files; returns once all are measured or cannot be, and after three seconds at most. Then the next call knows
   * the lengths of those that have come meanwhile.
   */
  async measure(files: readonly FileToMeasure[]): Promise<void> {
    const fresh = files.filter((file) => !this.#pending.has(lengthKey(file)));
    const patience = new Promise((resolve) => setTimeout(resolve, PATIENCE_MS));
    await Promise.race([Promise.all(fresh.map((file) => this.#measure(file))), patience]);
  }

  async #measure(file: FileToMeasure): Promise<void> {
    const key = lengthKey(file);
    this.#pending.add(key);
    try {
      const seconds = await playingS(file.kind, await this.bytesOf(file.url));
      if (seconds > 0) this.#known.set(key, seconds);
    } catch {
      // It has the assumed length until it can be fetched; the picture reports files that are missing.
    } finally {
      this.#pending.delete(key);
    }
  }
}

/** @throws Error for a file that this browser cannot read */
async function playingS(kind: FileToMeasure['kind'], content: Uint8Array<ArrayBuffer>): Promise<number> {
  switch (kind) {
    case 'caption': {
      const parsed = await parseCaptions(new TextDecoder().decode(content));
      return parsed.ok ? Math.max(0, ...parsed.cues.map(({ end }) => end)) : 0;
    }
    case 'lottie': {
      const { ip, op, fr } = JSON.parse(new TextDecoder().decode(content)) as { ip: number; op: number; fr: number };
      return (op - ip) / fr;
    }
    case 'video':
    case 'audio': {
      const { BufferSource, Input, PLAYING_FORMATS } = await import('./footage/media-reader.js');
      const input = new Input({ source: new BufferSource(content), formats: [...PLAYING_FORMATS] });
      const track = await (kind === 'video' ? input.getPrimaryVideoTrack() : input.getPrimaryAudioTrack());
      return track ? (await track.computeDuration()) - (await track.getFirstTimestamp()) : 0;
    }
  }
}
