import { Compositor } from '#libs/compositor';
import type { Timeline } from '#libs/timeline';
import type { FontLibrary } from './fonts/font-library.js';
import type { Images } from './images/images.js';
import type { Drawings } from './painter.js';

/** The paths of a video's files by kind and address, `image https://…`. The file at a path never changes. */
export type VideoFiles = ReadonlyMap<string, string>;

/** The work that a closed renderer leaves to the next one. */
export interface KeptWork {
  readonly fonts: FontLibrary;
  readonly images: Images;
  readonly drawings: Drawings;
  /** The compositor with its planes and its last frame. */
  readonly compositor: Compositor;
}

interface Entry {
  readonly work: KeptWork;
  /** The frame, and the fonts that texts are laid out with. */
  readonly look: string;
  /** Files of all videos that were drawn with it. */
  readonly files: Map<string, string>;
  readonly bytes: number;
}

/** Addresses that one work may have seen: each holds some memory. */
const MAX_FILES = 2_000;

/**
 * Keeps the layouts and paintings of closed renderers, for videos with frames of the same size, the same fonts, and the
 * same files at the addresses that both show. Rasters of one name then have equal pixels, so a frame's bytes do not
 * depend on the cache.
 */
export class RendererCache {
  /** The one used last is the last. */
  readonly #entries: Entry[] = [];
  /** The files that each renderer in use has opened, by its compositor. */
  readonly #known = new WeakMap<Compositor, Map<string, string>>();

  /** @param maxBytes memory that may be reserved, that of the renderer in use included */
  constructor(private readonly maxBytes: number) {}

  /**
   * Removes and returns the kept work that serves a video, the one used last first. Otherwise makes room for a new one.
   */
  take(timeline: Timeline, files: VideoFiles): KeptWork | undefined {
    const look = lookOf(timeline, files);
    const found = this.#entries.findLastIndex((entry) => entry.look === look && agree(entry.files, files));
    const [entry] = found < 0 ? [] : this.#entries.splice(found, 1);
    if (!entry) {
      this.#makeRoom(Compositor.bytesFor(timeline));
      return undefined;
    }
    this.#known.set(entry.work.compositor, entry.files);
    return entry.work;
  }

  /** Keeps the work of a closed renderer of a video, unless it is too large. */
  keep(timeline: Timeline, videoFiles: VideoFiles, work: KeptWork): void {
    const files = new Map([...(this.#known.get(work.compositor) ?? []), ...videoFiles]);
    const bytes = Compositor.bytesFor(timeline);
    if (bytes > this.maxBytes || files.size > MAX_FILES) {
      work.compositor.close();
      return;
    }
    this.#makeRoom(bytes);
    this.#entries.push({ work, look: lookOf(timeline, videoFiles), files, bytes });
  }

  #makeRoom(bytes: number): void {
    let sum = this.#entries.reduce((total, entry) => total + entry.bytes, bytes);
    while (sum > this.maxBytes) {
      const oldest = this.#entries.shift();
      if (!oldest) return;
      sum -= oldest.bytes;
      oldest.work.compositor.close();
    }
  }
}

/** The facts on which the pixels of all layers depend, except their own content and files. */
function lookOf({ width, height, canvas, fonts }: Timeline, files: VideoFiles): string {
  const used = fonts.map(({ family, sourceUrl, weight, italic }) => [
    ...[family, weight, italic],
    files.get(`font ${sourceUrl}`),
  ]);
  return JSON.stringify([width, height, canvas, used]);
}

function agree(known: VideoFiles, files: VideoFiles): boolean {
  return [...files].every(([key, path]) => (known.get(key) ?? path) === path);
}
