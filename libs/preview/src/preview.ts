import type {
  FromWorker,
  OpenedPreview,
  PlacedLayer,
  PreviewFault,
  PreviewFiles,
  PreviewRequest,
  ToWorker,
} from './protocol.js';

/** Whether this browser can draw a preview. */
export function canPreview(): boolean {
  return [typeof Worker, typeof OffscreenCanvas, typeof WebAssembly, typeof VideoFrame].every(
    (kind) => kind !== 'undefined',
  );
}

/** A document or its modifications are refused, with the faults that the API would report. */
export class PreviewRefused extends Error {
  override readonly name = 'PreviewRefused';

  constructor(readonly faults: readonly PreviewFault[]) {
    super(faults.map(({ field, message }) => `${field}: ${message}`).join('\n'));
  }
}

/** Where a preview is drawn, and with what. */
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
  readonly #worker: Worker;
  readonly #waiting = new Map<number, Waiting>();
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
    const offscreen = canvas?.transferControlToOffscreen();
    const files = { fonts: new URL(fonts, location.href).href, allow };
    this.#send({ type: 'start', files, ...(offscreen && { canvas: offscreen }) }, offscreen ? [offscreen] : []);
  }

  /**
   * Opens a video in the place of the one before. Undefined when a newer call took its place.
   *
   * @throws PreviewRefused for a document that the API would refuse; what was open stays open
   */
  async open(request: PreviewRequest): Promise<OpenedPreview | undefined> {
    const answer = await this.#ask((id) => ({ type: 'open', id, ...request }));
    return answer.type === 'opened' ? answer.opened : undefined;
  }

  /** Shows a frame. False when a newer call took its place. */
  async show(frame: number): Promise<boolean> {
    return (await this.#ask((id) => ({ type: 'show', id, frame }))).type === 'shown';
  }

  /** The bytes of a frame: I420 in BT.709 limited range. */
  async read(frame: number): Promise<Uint8Array<ArrayBuffer>> {
    const answer = await this.#ask((id) => ({ type: 'read', id, frame }));
    if (answer.type !== 'pixels') throw new Error(`the worker answered ${answer.type}`);
    return answer.pixels;
  }

  /** Where the layers of a frame stand, in px of the picture. */
  async place(frame: number): Promise<readonly PlacedLayer[]> {
    const answer = await this.#ask((id) => ({ type: 'place', id, frame }));
    if (answer.type !== 'placed') throw new Error(`the worker answered ${answer.type}`);
    return answer.layers;
  }

  /** Plays from the frame shown, leaving frames out where the machine is too slow. */
  play(): void {
    this.#send({ type: 'play' });
  }

  pause(): void {
    this.#send({ type: 'pause' });
  }

  /** Ends the worker and all that it holds. */
  close(): void {
    this.#worker.terminate();
    this.#fail('the preview is closed');
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
    if (message.type === 'played') this.dispatchEvent(new CustomEvent('played', { detail: message.frame }));
    else if (message.type === 'stopped') this.dispatchEvent(new Event('stopped'));
    else if (message.type === 'missing') this.dispatchEvent(new CustomEvent('missing', { detail: message }));
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
