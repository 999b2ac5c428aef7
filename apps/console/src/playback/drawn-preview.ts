import { canPreview, type OpenedPreview, Preview, PreviewRefused } from '#libs/preview';
import type { Store } from '../ui/store.ts';
import worker from '../../../../libs/preview/src/worker.ts?worker&url';

/** The state of what this browser draws. */
export interface DrawnState {
  /** The opened document; undefined before its first picture. */
  readonly opened?: OpenedPreview | undefined;
  /** The fault of the newest document, in the words of the API. The pictures are those of the last one without a fault. */
  readonly refused?: string | undefined;
  /** The reason why nothing is drawn here. */
  readonly failure?: string | undefined;
}

interface DrawnPreviewOptions<State> {
  /** Receives what is refused and what fails. */
  store: Store<State>;
  /** The failure in a browser that cannot draw. */
  cannot: string;
  /** Called with a new preview, before anything is opened in it. */
  onStart: (preview: Preview) => void;
  /** Called when the preview is ready: opens what is wanted. */
  onReady: () => void;
}

/** A preview in a canvas, drawn in a worker by the engine of the renderers, for as long as its element is on the page. */
export class DrawnPreview<State extends DrawnState> {
  readonly #options: DrawnPreviewOptions<State>;
  #preview: Preview | undefined;

  constructor(options: DrawnPreviewOptions<State>) {
    this.#options = options;
  }

  /** Undefined while there is no element. */
  get preview(): Preview | undefined {
    return this.#preview;
  }

  /** Begins to draw into a canvas in an element. Returns the function that ends it. */
  readonly attach = (element: HTMLElement): (() => void) => {
    const { cannot, onReady } = this.#options;
    if (!canPreview()) {
      this.#become({ failure: cannot });
      return () => undefined;
    }
    const canvas = document.createElement('canvas'); // one can be given to a worker once
    element.append(canvas);
    const preview = this.#start(canvas);
    this.#preview = preview;
    onReady();
    return () => {
      this.#preview = undefined;
      preview.close();
      canvas.remove();
      this.#become({ opened: undefined });
    };
  };

  /** Does work with the preview, if there is one. What fails becomes the state, unless the preview has been closed. */
  async trying(work: (preview: Preview) => Promise<void>): Promise<void> {
    const preview = this.#preview;
    if (!preview) return;
    try {
      await work(preview);
    } catch (error) {
      if (preview === this.#preview) this.#fail(error as Error);
    }
  }

  #start(canvas: HTMLCanvasElement): Preview {
    const fonts = `${window.location.origin}/fonts`;
    // Documents name pictures anywhere. They are fetched without cookies, and read where their server allows it.
    const preview = new Preview({ canvas, worker, fonts, allow: ['https://', 'http://'] });
    preview.addEventListener('failed', ({ detail }: CustomEventInit<Error>) => this.#fail(detail!));
    this.#options.onStart(preview);
    return preview;
  }

  #fail(error: Error): void {
    if (error instanceof PreviewRefused) {
      const [first] = error.faults;
      this.#become({ refused: first && `${first.field}: ${first.message}` });
    } else this.#become({ failure: error.message });
  }

  #become(change: DrawnState): void {
    this.#options.store.change((state) => ({ ...state, ...change }));
  }
}
