import { Preview } from './preview.js';
import type { OpenedPreview } from './protocol.js';

/** Options of `createPreview`. */
export interface EmbeddedPreviewOptions {
  /** The address of the API with `/v1`, such as `https://video.example.com/v1`. */
  readonly endpoint: string;
  /** Token of `POST /preview-tokens`: it decides which template is shown. */
  readonly token: string;
  /** Modifications of this video: `pages` and `variables`, as in a request for one. Default: none. */
  readonly modifications?: object;
  /** Name of one of the template's sizes. Default: its own. */
  readonly size?: string;
  /** The second that is shown first. Default: the template's `poster_time`, or the beginning. */
  readonly seconds?: number;
  /** Beginnings of addresses from which pictures, fonts and captions may be fetched. Default: any address. */
  readonly allow?: readonly string[];
  /** `worker.js` of this package, if it does not lie beside its main file. */
  readonly worker?: string | URL;
}

/** The template that a token shows, as far as it matters here. */
interface ShownTemplate {
  readonly name: string;
  readonly document: { readonly poster_time?: number };
}

/**
 * A template with modifications, shown in an element of a page. Its events: `ready`; `time` with the second shown as `detail`;
 * `ended`; `missing` with a `MissingFile` for a picture that is gray; `error` with an Error.
 */
export class EmbeddedPreview extends EventTarget {
  /** Fulfilled once the first picture is shown, with the facts of the video; rejected if it cannot be shown. */
  readonly ready: Promise<OpenedPreview>;
  readonly #canvas: HTMLCanvasElement;
  readonly #preview: Preview;
  #template: ShownTemplate | undefined;
  #opened: OpenedPreview | undefined;
  #seconds = 0;
  readonly #size: string | undefined;

  constructor(element: Element, options: EmbeddedPreviewOptions) {
    super();
    const { endpoint, worker = new URL('./worker.js', import.meta.url), allow = ['https://', 'http://'] } = options;
    this.#size = options.size;
    this.#canvas = element.ownerDocument.createElement('canvas');
    this.#canvas.style.cssText = 'display: block; width: 100%';
    this.#canvas.setAttribute('role', 'img');
    element.append(this.#canvas);
    const fonts = new URL('../fonts', `${endpoint.replace(/\/$/, '')}/`).href;
    this.#preview = new Preview({ canvas: this.#canvas, worker: ofThisOrigin(worker), fonts, allow });
    this.#forward();
    this.ready = this.#begin(options);
    this.ready.catch((error: unknown) => this.#report(error)); // who awaits it gets it as well
  }

  /** Facts of the video: size, frames, warnings; undefined until it is ready. */
  get video(): OpenedPreview | undefined {
    return this.#opened;
  }

  /** The second that is shown. */
  get seconds(): number {
    return this.#seconds;
  }

  /**
   * Shows the template with other modifications, at the same time. Of several calls the last one counts.
   *
   * @throws PreviewRefused for modifications that the API would refuse; the picture stays
   */
  async setModifications(modifications: object): Promise<void> {
    await this.ready;
    await this.#open(modifications);
    await this.#show(this.#seconds);
  }

  /** Shows a second of the video and stops playing. One beyond the end shows the last frame. */
  async seek(seconds: number): Promise<void> {
    await this.ready;
    await this.#show(seconds);
  }

  /** Plays from the second shown. */
  play(): void {
    this.#preview.play();
  }

  pause(): void {
    this.#preview.pause();
  }

  /** Removes the picture and ends the worker. */
  destroy(): void {
    this.#preview.close();
    this.#canvas.remove();
  }

  async #begin(options: EmbeddedPreviewOptions): Promise<OpenedPreview> {
    const template = await shownTemplate(options);
    this.#template = template;
    this.#canvas.setAttribute('aria-label', template.name);
    const opened = await this.#open(options.modifications ?? {});
    await this.#show(options.seconds ?? template.document.poster_time ?? 0);
    this.dispatchEvent(new Event('ready'));
    return opened;
  }

  async #open(modifications: object): Promise<OpenedPreview> {
    const { document } = this.#template!;
    const opened = await this.#preview.open({
      document,
      modifications,
      ...(this.#size !== undefined && { size: this.#size }),
    });
    return (this.#opened = opened ?? this.#opened!);
  }

  async #show(seconds: number): Promise<void> {
    const { fps, frameCount } = this.#opened!;
    const frame = Math.min(Math.max(0, Math.floor(seconds * fps + 1e-6)), frameCount - 1);
    if (await this.#preview.show(frame)) this.#note(frame / fps);
  }

  #note(seconds: number): void {
    this.#seconds = seconds;
    this.dispatchEvent(new CustomEvent('time', { detail: seconds }));
  }

  #forward(): void {
    const detailOf = (event: Event): unknown => (event as CustomEvent<unknown>).detail;
    this.#preview.addEventListener('played', (event) => this.#note(Number(detailOf(event)) / this.#opened!.fps));
    this.#preview.addEventListener('stopped', () => this.dispatchEvent(new Event('ended')));
    this.#preview.addEventListener('missing', (event) => {
      this.dispatchEvent(new CustomEvent('missing', { detail: detailOf(event) }));
    });
    this.#preview.addEventListener('failed', (event) => this.#report(detailOf(event)));
  }

  #report(error: unknown): void {
    this.dispatchEvent(new CustomEvent('error', { detail: error }));
  }
}

/**
 * Shows a template in an element of a page, drawn in the page by the engine that renders videos.
 *
 * @param element gets a canvas of its own width
 */
export function createPreview(element: Element, options: EmbeddedPreviewOptions): EmbeddedPreview {
  return new EmbeddedPreview(element, options);
}

async function shownTemplate({ endpoint, token }: EmbeddedPreviewOptions): Promise<ShownTemplate> {
  const address = `${endpoint.replace(/\/$/, '')}/preview`;
  const response = await fetch(address, { headers: { Authorization: `Bearer ${token}` }, credentials: 'omit' });
  const body: unknown = await response.json().catch(() => undefined);
  if (response.ok) return body as ShownTemplate;
  throw new Error(`the template cannot be shown: status ${response.status}, ${reasonOf(body)}`);
}

/** The fault that the API reports. */
function reasonOf(body: unknown): string {
  const { error } = (body ?? {}) as { error?: { message?: string; details?: unknown } };
  if (!error) return 'no reason given';
  return typeof error.details === 'string' ? error.details : (error.message ?? 'no reason given');
}

/**
 * The address of a worker's program, which must be of the page's origin. A program of another origin is imported by a
 * small program of this one.
 */
function ofThisOrigin(worker: string | URL): string | URL {
  const { href, origin } = new URL(worker, location.href);
  if (origin === location.origin) return href;
  return URL.createObjectURL(new Blob([`import ${JSON.stringify(href)};`], { type: 'text/javascript' }));
}
