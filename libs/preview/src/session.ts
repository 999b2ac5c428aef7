import { type Checked, fieldInTemplate, type Origins } from '#libs/template';
import { assetsOf, type Timeline } from '#libs/timeline';
import { LRUCache } from 'lru-cache';
import type { FootageSource } from '#libs/frames';
import {
  complete,
  fetchLottiePlayer,
  type FrameRenderer,
  openFrameRenderer,
  useFiles,
} from '../../frames/src/browser/index.js';
import { AllowedFiles } from './allowed-files.js';
import { GRAY_FOOTAGE } from './gray-footage.js';
import { MediaLengths } from './media-lengths.js';
import { differencesOf, type TimedTimeline, timelineOf, withWords } from './open-timeline.js';
import type {
  FootageStrip,
  MissingFile,
  OpenedPreview,
  PlacedLayer,
  PreviewFiles,
  PreviewRequest,
} from './protocol.js';
import { grayPicture } from './gray-picture.js';

/** Pixels of all images of a frame, decoded: a quarter of the renderer's limit. */
const LIMITS = { imagePixels: 25_000_000 };

/** Most files of footage that are kept open for the next edit. */
const MAX_FOOTAGE = 8;

/** Opens and draws one video at a time, as a renderer does. */
export class Session {
  readonly #files: AllowedFiles;
  readonly #lengths: MediaLengths;
  #timeline: Timeline | undefined;
  #origins: Pick<Origins, 'sources'> = { sources: new Map() };
  #renderer: FrameRenderer | undefined;
  readonly #footage = new LRUCache<string, FootageSource>({ max: MAX_FOOTAGE });
  /** The addresses of pictures, which are gray when they cannot be fetched. */
  #pictures: ReadonlySet<string> = new Set();

  constructor(
    files: PreviewFiles,
    private readonly onMissing: (file: MissingFile) => void,
  ) {
    this.#files = new AllowedFiles(files);
    this.#lengths = new MediaLengths((url) => this.#files.bytes(url));
    useFiles({ fonts: files.fonts, bytes: (url) => this.#bytes(url) });
  }

  get timeline(): Timeline | undefined {
    return this.#timeline;
  }

  /** Opens a video in the place of the one before, which stays open when this one is refused. */
  async open(request: PreviewRequest): Promise<Checked<OpenedPreview>> {
    const timed = await this.#timed(request);
    if (!timed.ok) return timed;
    const { pages, durations, origins } = timed.value;
    const timeline = await withWords(timed.value.timeline, (url) => this.#files.bytes(url));
    if (assetsOf(timeline).some(({ kind }) => kind === 'lottie')) await fetchLottiePlayer();
    await this.close();
    this.#timeline = timeline;
    this.#origins = origins;
    this.#pictures = new Set(assetsOf(timeline).flatMap(({ kind, url }) => (kind === 'image' ? [url] : [])));
    const { warnings } = await complete(() => this.#reopen(timeline));
    const { width, height, fps, frameCount } = timeline;
    const differences = differencesOf(timed.value);
    return { ok: true, value: { width, height, fps, frameCount, pages, durations, warnings, differences } };
  }

  /** A frame in I420; the bytes stay unchanged until the next one. */
  async draw(frame: number): Promise<Uint8Array<ArrayBuffer>> {
    return (await this.#onceComplete((renderer) => renderer.render(frame))) as Uint8Array<ArrayBuffer>;
  }

  /** The content at an address of the document. */
  fetch(url: string): Promise<Uint8Array<ArrayBuffer>> {
    return this.#files.bytes(url);
  }

  /** Small pictures of the footage at an address. */
  async strip(url: string): Promise<FootageStrip> {
    const { footageStrip } = await import('./footage/footage-strip.js');
    return footageStrip(await this.#files.bytes(url));
  }

  /** Places of the layers of a frame. */
  async place(frame: number): Promise<readonly PlacedLayer[]> {
    const layers = await this.#onceComplete((renderer) => Promise.resolve(renderer.layers(frame)));
    return layers.map((layer) => ({ ...layer, source: fieldInTemplate(layer.key, this.#origins) }));
  }

  async close(): Promise<void> {
    const renderer = this.#renderer;
    this.#renderer = this.#timeline = undefined;
    await renderer?.close();
  }

  /** The timeline of a request, with measured lengths as far as they can be had soon. */
  async #timed(request: PreviewRequest): Promise<Checked<TimedTimeline>> {
    const attempt = () => complete(() => timelineOf(request, this.#lengths.known));
    const timed = await attempt();
    if (!timed.ok || timed.value.unmeasured.length === 0) return timed;
    await this.#lengths.measure(timed.value.unmeasured);
    return attempt();
  }

  async #bytes(url: string): Promise<Uint8Array<ArrayBuffer>> {
    try {
      return await this.#files.bytes(url);
    } catch (error) {
      if (!this.#pictures.has(url)) throw error;
      this.onMissing({ url, reason: error instanceof Error ? error.message : String(error) });
      return grayPicture();
    }
  }

  async #onceComplete<T>(use: (renderer: FrameRenderer) => Promise<T>): Promise<T> {
    const timeline = this.#timeline;
    if (!timeline) throw new Error('nothing is open');
    let isAgain = false;
    return complete(async () => {
      // The renderer keeps layouts that it made before a font had come, so another renderer takes its place.
      const renderer = isAgain || !this.#renderer ? await this.#reopen(timeline) : this.#renderer;
      isAgain = true;
      return use(renderer);
    });
  }

  async #reopen(timeline: Timeline): Promise<FrameRenderer> {
    await this.#renderer?.close();
    this.#renderer = undefined;
    const opened = await this.#openAllFootage(timeline);
    const same = (url: string): string => url;
    const footage = (url: string): FootageSource => opened.get(url)!;
    this.#renderer = await openFrameRenderer(timeline, { image: same, font: same, lottie: same, footage }, LIMITS);
    return this.#renderer;
  }

  /** The footage of a timeline, gray where it cannot be fetched or decoded. */
  async #openAllFootage(timeline: Timeline): Promise<ReadonlyMap<string, FootageSource>> {
    const urls = new Set(assetsOf(timeline).flatMap(({ kind, url }) => (kind === 'video' ? [url] : [])));
    const opened = Array.from(urls, async (url) => [url, await this.#openFootage(url)] as const);
    return new Map(await Promise.all(opened));
  }

  async #openFootage(url: string): Promise<FootageSource> {
    const kept = this.#footage.get(url);
    if (kept) return kept;
    try {
      const { openFootage } = await import('./footage/open-footage.js');
      const footage = await openFootage(await this.#files.bytes(url));
      this.#footage.set(url, footage);
      return footage;
    } catch (error) {
      this.onMissing({ url, reason: error instanceof Error ? error.message : String(error) });
      return GRAY_FOOTAGE;
    }
  }
}
