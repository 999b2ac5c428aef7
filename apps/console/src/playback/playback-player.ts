import type { OpenedPreview, Preview, PreviewRequest } from '#libs/preview';
import type { JsonObject } from '#libs/document';
import { Store } from '../ui/store.ts';
import { DrawnPreview, type DrawnState } from './drawn-preview.ts';

/** A document with what one video changes in it. */
export interface Playback {
  readonly document: unknown;
  readonly modifications?: JsonObject | undefined;
  /** One of the sizes of the document; absent: its own. */
  readonly size?: string;
  /** The tokens that the document uses and lacks. */
  readonly brand?: NonNullable<PreviewRequest['brand']>;
}

export interface PlaybackState extends DrawnState {
  readonly frame: number;
  readonly isPlaying: boolean;
  readonly isMuted: boolean;
}

/** Time between two reports of the frame while playing, ms. */
const REPORTED_MS = 100;
/** The part of a page after which its layers have entered, and have not begun to leave. */
const SETTLED = 0.6;

/**
 * Plays a document in a canvas, from the beginning again at its end. It begins without sound, because browsers allow no
 * other beginning.
 */
export class PlaybackPlayer {
  readonly store = new Store<PlaybackState>({ frame: 0, isPlaying: true, isMuted: true });
  readonly #drawn = new DrawnPreview({
    store: this.store,
    cannot: 'This browser cannot play it before it is rendered.',
    onStart: (preview) => this.#start(preview),
    onReady: () => this.#wanted && this.open(this.#wanted.playback, this.#wanted.lines),
  });
  #wanted: { readonly playback: Playback; readonly lines: number } | undefined;
  #frame = 0;
  /** Position of the page at which it is held. */
  #heldPage: number | undefined;
  #reportedMs = 0;

  /** Begins to draw into a canvas in an element. Returns the function that ends it. */
  readonly attach = this.#drawn.attach;

  /** Shows another playback at the moment that is shown. @param lines of the picture, at most */
  open(playback: Playback, lines: number): void {
    this.#wanted = { playback, lines };
    void this.#drawn.trying(async (preview) => {
      const { modifications, ...shown } = playback;
      const opened = await preview.open({ ...shown, maxHeight: lines, ...(modifications && { modifications }) });
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
    void this.#drawn.trying(async (preview) => {
      if ((await preview.show(frame)) && this.#isMoving) preview.play();
    });
  }

  play(): void {
    this.#become({ isPlaying: true });
    this.seek(this.#frame);
  }

  pause(): void {
    this.#drawn.preview?.pause();
    this.#become({ isPlaying: false, frame: this.#frame });
  }

  /** Shows a page, by its position, and stays there until {@link release}. */
  hold(page: number): void {
    this.#heldPage = page;
    const { opened } = this.store.value();
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
    return this.store.value().isPlaying && this.#heldPage === undefined;
  }

  mute(isMuted: boolean): void {
    const { preview } = this.#drawn;
    if (preview) preview.muted = isMuted;
    this.#become({ isMuted });
    if (this.#isMoving) preview?.play();
  }

  #start(preview: Preview): void {
    preview.muted = this.store.value().isMuted;
    preview.addEventListener('played', ({ detail }: CustomEventInit<number>) => this.#played(detail!));
    preview.addEventListener('stopped', () => this.#isMoving && this.seek(0));
  }

  #played(frame: number): void {
    this.#frame = frame;
    if (!this.#isMoving || performance.now() - this.#reportedMs < REPORTED_MS) return;
    this.#reportedMs = performance.now();
    this.#become({ frame });
  }

  #become(change: Partial<PlaybackState>): void {
    this.store.change((state) => ({ ...state, ...change }));
  }
}
