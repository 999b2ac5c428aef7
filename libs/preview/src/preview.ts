import type {
  FootageStrip,
  FromWorker,
  MissingFile,
  OpenedPreview,
  PlacedLayer,
  PreviewFault,
  PreviewFiles,
  PreviewRequest,
  ToWorker,
} from './protocol.js';

import { SoundTrack } from './sound/sound-track.js';

/** Whether this browser can draw a preview. */
export function canPreview(): boolean {
  return [typeof Worker, typeof OffscreenCanvas, typeof WebAssembly, typeof VideoFrame].every(
    (kind) => kind !== 'undefined',
  );
}

/** Thrown for a document or modifications that are refused, with the faults that the API would report. */
export class PreviewRefused extends Error {
  override readonly name = 'PreviewRefused';

  constructor(readonly faults: readonly PreviewFault[]) {
    super(faults.map(({ field, message }) => `${field}: ${message}`).join('\n'));
  }
}

/** The canvas of a preview, and the files that it is drawn with. */
export interface PreviewOptions extends PreviewFiles {
  /** `worker.js` of the bundle; of the page's own origin. */
  readonly worker: string | URL;
  /** Takes the picture's size; style it for the page. Without one, frames can be read only. */
  readonly canvas?: HTMLCanvasElement;
}

interface Waiting {
  readonly resolve: (message: FromWorker) => void;
  readonly reject: (error: Error) => void;
}

/**
 * Shows a template with its modifications in a page, drawn by the engine of the renderers in a worker. Its events: `played`
 * with the frame as `detail`; `stopped` at the end; `missing` with a `MissingFile` for a picture that is gray; `failed`
 * with an Error when the worker itself cannot continue.
 */
export class Preview extends EventTarget {
  /** Whether `play` plays the picture alone. A change takes effect with the next `play`. */
  muted = false;
  readonly #worker: Worker;
  readonly #waiting = new Map<number, Waiting>();
  readonly #sound: SoundTrack;
  #frame = 0;
  #fps = 1;
  /**
   * Number of calls that end playing. It shows a `play` that is about to begin whether another call came in between.
   */
  #turn = 0;
  #lastId = 0;

  constructor({ worker, canvas, fonts, allow }: PreviewOptions) {
    super();
    this.#worker = new Worker(worker, { type: 'module' });
    this.#worker.addEventListener('message', ({ data }: MessageEvent<FromWorker>) => this.#take(data));
    this.#worker.addEventListener('error', ({ message }) => {
      const reason = message || 'the worker cannot be started';
      this.#fail(reason);
      this.dispatchEvent(new CustomEvent('failed', { detail: new Error(reason) }));
    });
    this.#sound = new SoundTrack(
      (url) => this.#fetch(url),
      (url, error) => {
        const missing: MissingFile = { url, reason: error instanceof Error ? error.message : String(error) };
        this.dispatchEvent(new CustomEvent('missing', { detail: missing }));
      },
    );
    const offscreen = canvas?.transferControlToOffscreen();
    const files = { fonts: new URL(fonts, location.href).href, allow };
    this.#send({ type: 'start', files, ...(offscreen && { canvas: offscreen }) }, offscreen ? [offscreen] : []);
  }

  /**
   * Opens a video in the place of the one before. Undefined when a newer call took its place.
   *
   * @throws PreviewRefused for a document that the API would refuse; the open video stays open
   */
  async open(request: PreviewRequest): Promise<OpenedPreview | undefined> {
    this.#silence();
    const answer = await this.#ask((id) => ({ type: 'open', id, ...request }));
    if (answer.type !== 'opened') return undefined;
    const { fps, frameCount } = answer.opened;
    this.#fps = fps;
    this.#sound.plan(answer.sounds, frameCount / fps);
    return answer.opened;
  }

  /** Shows a frame. False when a newer call took its place. */
  async show(frame: number): Promise<boolean> {
    this.#silence();
    const isShown = (await this.#ask((id) => ({ type: 'show', id, frame }))).type === 'shown';
    if (isShown) this.#frame = frame;
    return isShown;
  }

  /** The bytes of a frame: I420 in BT.709 limited range. */
  async read(frame: number): Promise<Uint8Array<ArrayBuffer>> {
    const answer = await this.#ask((id) => ({ type: 'read', id, frame }));
    if (answer.type !== 'pixels') throw new Error(`the worker answered ${answer.type}`);
    return answer.pixels;
  }

  /** Small pictures of the footage at an address of the document. */
  async strip(url: string): Promise<FootageStrip> {
    const answer = await this.#ask((id) => ({ type: 'strip', id, url }));
    if (answer.type !== 'strip') throw new Error(`the worker answered ${answer.type}`);
    return answer.strip;
  }

  /** Places of the layers of a frame, in px of the picture. */
  async place(frame: number): Promise<readonly PlacedLayer[]> {
    const answer = await this.#ask((id) => ({ type: 'place', id, frame }));
    if (answer.type !== 'placed') throw new Error(`the worker answered ${answer.type}`);
    return answer.layers;
  }

  /** Plays from the frame shown, leaving frames out where the machine is too slow. The sound is mixed before. */
  play(): void {
    this.#silence();
    const turn = this.#turn;
    const begin = (mix?: AudioBuffer): void => {
      if (turn !== this.#turn) return;
      if (mix) this.#sound.start(mix, this.#frame / this.#fps);
      this.#send({ type: 'play' });
    };
    const mix = this.muted ? undefined : this.#sound.mix();
    if (!mix) begin();
    else mix.then(begin, () => begin());
  }

  pause(): void {
    this.#silence();
    this.#send({ type: 'pause' });
  }

  /** The sound of the video, mixed; undefined if it has none. */
  async mix(): Promise<AudioBuffer | undefined> {
    return this.#sound.mix();
  }

  /** Ends the worker and all that it holds. */
  close(): void {
    this.#worker.terminate();
    this.#turn++;
    this.#sound.close();
    this.#fail('the preview is closed');
  }

  #silence(): void {
    this.#turn++;
    this.#sound.stop();
  }

  async #fetch(url: string): Promise<ArrayBuffer> {
    const answer = await this.#ask((id) => ({ type: 'fetch', id, url }));
    if (answer.type !== 'fetched') throw new Error(`the worker answered ${answer.type}`);
    return answer.bytes;
  }

  #ask(message: (id: number) => ToWorker): Promise<FromWorker> {
    const id = ++this.#lastId;
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject });
      this.#send(message(id));
    });
  }

  #send(message: ToWorker, transfer: Transferable[] = []): void {
    this.#worker.postMessage(message, transfer);
  }

  #take(message: FromWorker): void {
    if (message.type === 'played') {
      this.#frame = message.frame;
      this.#sound.follow(message.frame / this.#fps);
      this.dispatchEvent(new CustomEvent('played', { detail: message.frame }));
    } else if (message.type === 'stopped') {
      this.#silence();
      this.dispatchEvent(new Event('stopped'));
    } else if (message.type === 'missing') this.dispatchEvent(new CustomEvent('missing', { detail: message }));
    else {
      const waiting = this.#waiting.get(message.id);
      this.#waiting.delete(message.id);
      if (message.type === 'refused') waiting?.reject(new PreviewRefused(message.faults));
      else if (message.type === 'failed') waiting?.reject(new Error(message.message));
      else waiting?.resolve(message);
    }
  }

  #fail(reason: string): void {
    for (const { reject } of this.#waiting.values()) reject(new Error(reason));
    this.#waiting.clear();
  }
}
