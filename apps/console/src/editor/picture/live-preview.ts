import { canPreview, type MissingFile, type OpenedPreview, Preview, PreviewRefused } from '#libs/preview';
import { type JsonObject } from '#libs/document';
import type { SharedByOrganization } from '../draft/draft.ts';
import type { PlacedFrame } from './motions.ts';
import worker from '../../../../../libs/preview/src/worker.ts?worker&url';

/** The preview of the document that this browser draws. */
export interface LiveState {
  /** The drawn preview; undefined before the first picture. */
  readonly opened?: OpenedPreview | undefined;
  /** The fault of the document, in the words of the API. The picture shows the last document without a fault. */
  readonly refused?: string | undefined;
  /** The reason why nothing is drawn here. */
  readonly failure?: string | undefined;
  /** Pictures that cannot be fetched, and are gray. */
  readonly missing: readonly MissingFile[];
}

/** Follows the playhead. */
export interface Follower {
  /** Called while it plays with the time, seconds of the video. */
  readonly onPlayed: (time: number) => void;
  /** Called at the end. */
  readonly onStopped: () => void;
  /** Called while the preview rests, with the layers of the frame that is shown. */
  readonly onPlaced: (placed: PlacedFrame) => void;
}

/** Time between two reports to followers while playing, ms. */
const REPORTED_MS = 100;
/** Tolerance for the frame of a time, in frames: 0.1 + 0.2 is more than 0.3 and still in the same frame. */
const TOLERANCE_FRAMES = 1e-6;
/** Times that differ by less are equal, s: the editor writes times with two decimals. */
const SAME_S = 0.006;

/** The picture on the stage, drawn in a worker by the engine of the renderers: every edit at once, and playing. */
export class LivePreview {
  readonly #listeners = new Set<() => void>();
  readonly #followers = new Set<Follower>();
  #preview: Preview | undefined;
  #state: LiveState = { missing: [] };
  #wanted:
    { readonly document: JsonObject; readonly lines: number; readonly shared: SharedByOrganization | null } | undefined;
  /** The document that is shown; never one that was refused. */
  #shown: JsonObject | undefined;
  #time = 0;
  #reportedTime = 0;
  #reportedMs = 0;
  #isPlaying = false;

  /** Subscribes to changes; for `useSyncExternalStore`. */
  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  readonly state = (): LiveState => this.#state;

  follow(follower: Follower): () => void {
    this.#followers.add(follower);
    return () => this.#followers.delete(follower);
  }

  /** Begins to draw into a canvas in an element. Returns the function that ends it. */
  attach(element: HTMLElement): () => void {
    if (!canPreview()) {
      this.#become({ failure: 'This browser cannot draw the picture itself.' });
      return () => undefined;
    }
    const canvas = document.createElement('canvas'); // one can be given to a worker once
    element.append(canvas);
    const preview = this.#start(canvas);
    this.#preview = preview;
    if (this.#wanted) this.open(this.#wanted.document, this.#wanted.lines, this.#wanted.shared);
    return () => {
      this.#preview = undefined;
      preview.close();
      canvas.remove();
      this.#become({ opened: undefined });
    };
  }

  /** Draws another document. @param lines of the picture, at most @param shared what it uses of the organization */
  open(opening: JsonObject, lines: number, shared: SharedByOrganization | null): void {
    this.#wanted = { document: opening, lines, shared };
    void this.#trying(async (preview) => {
      const opened = await preview.open({ document: opening, ...shared, maxHeight: lines });
      if (!opened) return; // a newer one is on its way
      await preview.show(this.#frame(opened));
      this.#shown = opening;
      this.#become({ opened, refused: undefined, failure: undefined });
      if (this.#isPlaying) preview.play();
      else await this.#place(preview, opened);
    });
  }

  /** Shows a moment, seconds of the video. Playing continues from there. */
  seek(time: number): void {
    if (Math.abs(time - this.#reportedTime) < SAME_S) return; // it came from here
    this.#time = this.#reportedTime = time;
    const { opened } = this.#state;
    if (!opened) return;
    void this.#trying(async (preview) => {
      if (!(await preview.show(this.#frame(opened)))) return;
      if (this.#isPlaying) preview.play();
      else await this.#place(preview, opened);
    });
  }

  /** Plays from the moment that is shown, or from the beginning if that is the end. */
  play(): void {
    const { opened } = this.#state;
    this.#isPlaying = true;
    if (!opened) return;
    if (this.#frame(opened) >= opened.frameCount - 1) this.#time = 0;
    void this.#trying(async (preview) => {
      if (await preview.show(this.#frame(opened))) preview.play();
    });
  }

  pause(): void {
    this.#isPlaying = false;
    this.#preview?.pause();
    this.#report();
    const { opened } = this.#state;
    if (opened) void this.#trying((preview) => this.#place(preview, opened));
  }

  /** Reports the places of the layers of the frame, unless another document or moment is wanted by then. */
  async #place(preview: Preview, opened: OpenedPreview): Promise<void> {
    const [wanted, time, document] = [this.#wanted, this.#time, this.#shown];
    const layers = await preview.place(this.#frame(opened));
    if (!document || wanted !== this.#wanted || time !== this.#time) return;
    const scale = Math.max(opened.width / Number(document['width']), opened.height / Number(document['height']));
    for (const { onPlaced } of this.#followers) onPlaced({ document, layers, scale });
  }

  #start(canvas: HTMLCanvasElement): Preview {
    const fonts = `${window.location.origin}/fonts`;
    // Documents name pictures anywhere. They are fetched without cookies, and read where their server allows it.
    const preview = new Preview({ canvas, worker, fonts, allow: ['https://', 'http://'] });
    preview.addEventListener('played', ({ detail }: CustomEventInit<number>) => this.#played(detail!));
    preview.addEventListener('stopped', () => {
      if (!this.#isPlaying) return;
      this.pause();
      for (const { onStopped } of this.#followers) onStopped();
    });
    preview.addEventListener('missing', ({ detail }: CustomEventInit<MissingFile>) => {
      const others = this.#state.missing.filter(({ url }) => url !== detail!.url);
      this.#become({ missing: [...others, detail!] });
    });
    preview.addEventListener('failed', ({ detail }: CustomEventInit<Error>) => this.#fail(detail!));
    return preview;
  }

  #frame({ fps, frameCount }: OpenedPreview): number {
    return Math.min(frameCount - 1, Math.floor(this.#time * fps + TOLERANCE_FRAMES));
  }

  #played(frame: number): void {
    const { opened } = this.#state;
    if (!opened || !this.#isPlaying) return;
    this.#time = Math.ceil((frame / opened.fps) * 100) / 100; // as times are written; within the frame
    if (performance.now() - this.#reportedMs >= REPORTED_MS) this.#report();
  }

  #report(): void {
    this.#reportedMs = performance.now();
    if (this.#time === this.#reportedTime) return;
    this.#reportedTime = this.#time;
    for (const { onPlayed } of this.#followers) onPlayed(this.#time);
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

  #become(change: Partial<LiveState>): void {
    this.#state = { ...this.#state, ...change };
    for (const listener of this.#listeners) listener();
  }
}
