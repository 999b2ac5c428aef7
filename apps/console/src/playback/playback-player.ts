import { canPreview, type OpenedPreview, Preview, PreviewRefused } from '#libs/preview';
import type { JsonObject } from '#libs/document';
import worker from '../../../../libs/preview/src/worker.ts?worker&url';

/** A document with what one video changes in it. */
export interface Playback {
  readonly document: unknown;
  readonly modifications?: JsonObject | undefined;
}

export interface PlaybackState {
  /** The playback whose pictures are shown; undefined before the first one. */
  readonly opened?: OpenedPreview | undefined;
  readonly frame: number;
  readonly isPlaying: boolean;
  readonly isMuted: boolean;
  /** The fault of the newest playback, in the words of the API. The pictures are those of the last one without a fault. */
  readonly refused?: string | undefined;
  /** The reason why nothing is drawn here. */
  readonly failure?: string | undefined;
}

/** Time between two reports of the frame while playing, ms. */
const REPORTED_MS = 100;
/** The part of a page after which its layers have entered, and have not begun to leave. */
const SETTLED = 0.6;

/** Plays a playback in a canvas, drawn by the engine of the renderers in a worker, from the beginning again at its end. */
export class PlaybackPlayer {
  readonly #listeners = new Set<() => void>();
  #preview: Preview | undefined;
  #wanted: { readonly playback: Playback; readonly lines: number } | undefined;
  #state: PlaybackState;
  #frame = 0;
  /** Position of the page at which it is held. */
  #heldPage: number | undefined;
  #reportedMs = 0;

  constructor({ isMuted }: { isMuted: boolean }) {
    this.#state = { frame: 0, isPlaying: true, isMuted };
  }

  /** Subscribes to changes; for `useSyncExternalStore`. */
  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  readonly state = (): PlaybackState => this.#state;

  /** Begins to draw into a canvas in an element. Returns the function that ends it. */
  attach(element: HTMLElement): () => void {
    if (!canPreview()) {
      this.#become({ failure: 'This browser cannot play it before it is rendered.' });
      return () => undefined;
    }
    const canvas = document.createElement('canvas'); // one can be given to a worker once
    element.append(canvas);
    const preview = this.#start(canvas);
    this.#preview = preview;
    if (this.#wanted) this.open(this.#wanted.playback, this.#wanted.lines);
    return () => {
      this.#preview = undefined;
      preview.close();
      canvas.remove();
      this.#become({ opened: undefined });
    };
  }

  /** Shows another playback at the moment that is shown. @param lines of the picture, at most */
  open(playback: Playback, lines: number): void {
    this.#wanted = { playback, lines };
    void this.#trying(async (preview) => {
      const { document, modifications } = playback;
      const opened = await preview.open({ document, maxHeight: lines, ...(modifications && { modifications }) });
      if (!opened) return; // a newer one is on its way
      this.#frame = this.#heldAt(opened) ?? Math.min(this.#frame, opened.frameCount - 1);
      if (!(await preview.show(this.#frame))) return;
      this.#become({ opened, frame: this.#frame, refused: undefined, failure: undefined });
      if (this.#isMoving) preview.play();
    });
  }

  /** Shows a frame. Playing continues from there. */
  seek(frame: number): void {
    this.#frame = frame;
    this.#become({ frame });
    void this.#trying(async (preview) => {
      if ((await preview.show(frame)) && this.#isMoving) preview.play();
    });
  }

  play(): void {
    this.#become({ isPlaying: true });
    this.seek(this.#frame);
  }

  pause(): void {
    this.#preview?.pause();
    this.#become({ isPlaying: false, frame: this.#frame });
  }

  /** Shows a page, by its position, and stays there until {@link release}. */
  hold(page: number): void {
    this.#heldPage = page;
    const { opened } = this.#state;
    if (opened) this.seek(this.#heldAt(opened) ?? this.#frame);
  }

  /** Plays on, if it has played before. */
  release(): void {
    this.#heldPage = undefined;
    this.seek(this.#frame);
  }

  /** The frame of the page at which it is held, when its layers have entered. */
  #heldAt({ pages, fps }: OpenedPreview): number | undefined {
    const page = pages.find((each) => each.page === this.#heldPage);
    return page && Math.floor((page.startS + page.durationS * SETTLED) * fps);
  }

  get #isMoving(): boolean {
    return this.#state.isPlaying && this.#heldPage === undefined;
  }

  mute(isMuted: boolean): void {
    if (this.#preview) this.#preview.muted = isMuted;
    this.#become({ isMuted });
    if (this.#isMoving) this.#preview?.play();
  }

  #start(canvas: HTMLCanvasElement): Preview {
    const fonts = `${window.location.origin}/fonts`;
    // Documents name pictures anywhere. They are fetched without cookies, and read where their server allows it.
    const preview = new Preview({ canvas, worker, fonts, allow: ['https://', 'http://'] });
    preview.muted = this.#state.isMuted;
    preview.addEventListener('played', ({ detail }: CustomEventInit<number>) => this.#played(detail!));
    preview.addEventListener('stopped', () => this.#isMoving && this.seek(0));
    preview.addEventListener('failed', ({ detail }: CustomEventInit<Error>) => this.#fail(detail!));
    return preview;
  }

  #played(frame: number): void {
    this.#frame = frame;
    if (!this.#isMoving || performance.now() - this.#reportedMs < REPORTED_MS) return;
    this.#reportedMs = performance.now();
    this.#become({ frame });
  }

  async #trying(work: (preview: Preview) => Promise<void>): Promise<void> {
    const preview = this.#preview;
    if (!preview) return;
    try {
      await work(preview);
    } catch (error) {
      if (preview === this.#preview) this.#fail(error as Error);
    }
  }

  #fail(error: Error): void {
    if (error instanceof PreviewRefused) {
      const [first] = error.faults;
      this.#become({ refused: first && `${first.field}: ${first.message}` });
    } else this.#become({ failure: error.message });
  }

  #become(change: Partial<PlaybackState>): void {
    this.#state = { ...this.#state, ...change };
    for (const listener of this.#listeners) listener();
  }
}
