import type { MissingFile, OpenedPreview, Preview } from '#libs/preview';
import { type JsonObject } from '#libs/document';
import { DrawnPreview, type DrawnState } from '../../playback/drawn-preview.ts';
import { Store } from '../../ui/store.ts';
import type { SharedByOrganization } from '../draft/draft.ts';
import type { PlacedFrame } from './motions.ts';
import type { Strips } from '../model/strips.ts';
import { FootageStrips } from './footage-strips.ts';
import { frameAt, type Place, placeAt, samePlace } from './place.ts';
import { soundLevels } from './sound-levels.ts';

/** The preview of the document that this browser draws. */
export interface LiveState extends DrawnState {
  /** Pictures that cannot be fetched, and are gray. */
  readonly missing: readonly MissingFile[];
}

/** Follows the playhead. */
export interface Follower {
  /** Called while it plays. */
  readonly onPlayed: (place: Place) => void;
  /** Called at the end. */
  readonly onStopped: () => void;
  /** Called while the preview rests, with the layers of the frame that is shown. */
  readonly onPlaced: (placed: PlacedFrame) => void;
  /** Called while the preview rests, when the sound of the video has changed. */
  readonly onLevels: (levels: ReadonlyMap<number, readonly number[]>) => void;
  /** Called while the preview rests, with small pictures of the clips of the document. */
  readonly onStrips: (strips: Strips) => void;
}

/** A document that is to be shown. */
interface Wanted {
  readonly document: JsonObject;
  readonly lines: number;
  readonly shared: SharedByOrganization | null;
}

/** Time between two reports to followers while playing, ms. */
const REPORTED_MS = 100;
/** Pause after the last change before the sound is mixed for the timeline, ms. */
const LISTENING_MS = 900;

/** The picture on the stage, drawn in a worker by the engine of the renderers: every edit at once, and playing. */
export class LivePreview {
  readonly store = new Store<LiveState>({ missing: [] });
  readonly #followers = new Set<Follower>();
  readonly #drawn = new DrawnPreview({
    store: this.store,
    cannot: 'This browser cannot draw the picture itself.',
    onStart: (preview) => this.#start(preview),
    onReady: () => this.#wanted && this.open(this.#wanted.document, this.#wanted.lines, this.#wanted.shared),
  });
  readonly #files: string | undefined;
  readonly #strips: FootageStrips;
  #wanted: Wanted | undefined;
  /** The preview that is opening a document. */
  #opening: Preview | undefined;
  /** The document that is shown; never one that was refused. */
  #shown: JsonObject | undefined;
  #place: Place = { page: 0, time: 0 };
  #reported = this.#place;
  #reportedMs = 0;
  #isPlaying = false;
  #hasEnded = false;
  #loop: (Place & { readonly to: number }) | undefined;
  #listening: ReturnType<typeof setTimeout> | undefined;
  #mix: AudioBuffer | undefined;

  /** @param files stands before the paths of files that documents have in place of URLs */
  constructor(files?: string) {
    this.#files = files;
    this.#strips = new FootageStrips(files);
  }

  /** Begins to draw into a canvas in an element. Returns the function that ends it. */
  readonly attach = this.#drawn.attach;

  follow(follower: Follower): () => void {
    this.#followers.add(follower);
    return () => this.#followers.delete(follower);
  }

  /** Draws another document. @param lines of the picture, at most @param shared what it uses of the organization */
  open(opening: JsonObject, lines: number, shared: SharedByOrganization | null): void {
    this.#wanted = { document: opening, lines, shared };
    void this.#openWanted();
  }

  /**
   * Opens what is wanted, one document at a time: of those that come while one is drawn, only the newest, so that a drag
   * hands over no more documents than are seen.
   */
  async #openWanted(): Promise<void> {
    const { preview } = this.#drawn;
    if (!preview || this.#opening === preview) return;
    this.#opening = preview;
    let tried: Wanted | undefined;
    while (this.#wanted && this.#wanted !== tried && preview === this.#drawn.preview) {
      const wanted = (tried = this.#wanted);
      await this.#drawn.trying(() => this.#openNow(preview, wanted));
    }
    if (this.#opening === preview) this.#opening = undefined;
  }

  async #openNow(preview: Preview, wanted: Wanted): Promise<void> {
    const { document, lines, shared } = wanted;
    const files = this.#files;
    const opened = await preview.open({ document, ...shared, maxHeight: lines, ...(files !== undefined && { files }) });
    if (!opened) return; // a newer one is on its way
    await preview.show(frameAt(this.#place, opened));
    this.#shown = document;
    this.#become({ opened, refused: undefined, failure: undefined });
    if (this.#isPlaying) preview.play();
    else if (wanted === this.#wanted) await this.#placeLayers(preview, opened);
  }

  /** Shows a moment. Playing continues from there. */
  seek(place: Place): void {
    if (samePlace(place, this.#reported)) return; // it came from here
    this.#place = this.#reported = place;
    this.#hasEnded = false;
    this.#show();
  }

  #show(): void {
    const { opened } = this.store.value();
    if (!opened) return;
    void this.#drawn.trying(async (preview) => {
      if (!(await preview.show(frameAt(this.#place, opened)))) return;
      if (this.#isPlaying) preview.play();
      else await this.#placeLayers(preview, opened);
    });
  }

  /** Plays from the moment that is shown, or from the beginning if that is the end. */
  play(): void {
    const { opened } = this.store.value();
    this.#isPlaying = true;
    const isAtEnd = opened !== undefined && frameAt(this.#place, opened) >= opened.frameCount - 1;
    if (this.#hasEnded || isAtEnd) this.#place = { page: 0, time: 0 };
    if (this.#loop && this.#isBeyondLoop()) this.#place = { page: this.#loop.page, time: this.#loop.time };
    this.#hasEnded = false;
    this.#show();
  }

  /** Plays a part of a page again and again from now on, from its time to `to`; undefined: the whole video once. */
  repeat(loop: (Place & { readonly to: number }) | undefined): void {
    this.#loop = loop;
    if (this.#isPlaying && this.#isBeyondLoop()) this.#beginLoop();
  }

  #isBeyondLoop(): boolean {
    const { page, time } = this.#place;
    return this.#loop !== undefined && (page !== this.#loop.page || time >= this.#loop.to || time < this.#loop.time);
  }

  #beginLoop(): void {
    if (!this.#loop) return;
    this.#place = { page: this.#loop.page, time: this.#loop.time };
    this.#show();
  }

  pause(): void {
    this.#isPlaying = false;
    this.#drawn.preview?.pause();
    this.#report();
    this.#show(); // a later copy of a page may have been played
  }

  /** Reports the places of the layers of the frame, unless another document or moment is wanted by then. */
  async #placeLayers(preview: Preview, opened: OpenedPreview): Promise<void> {
    const [wanted, place, document] = [this.#wanted, this.#place, this.#shown];
    const layers = await preview.place(frameAt(place, opened));
    if (!document || wanted !== this.#wanted || place !== this.#place) return;
    const scale = Math.max(opened.width / Number(document['width']), opened.height / Number(document['height']));
    const { pages, durations } = opened;
    for (const { onPlaced } of this.#followers) onPlaced({ document, layers, scale, pages, durations });
    void this.#strips.follow(preview, document, (strips) => {
      for (const { onStrips } of this.#followers) onStrips(strips);
    });
    clearTimeout(this.#listening);
    this.#listening = setTimeout(() => void this.#listen(preview, opened), LISTENING_MS);
  }

  /** Reports how loud the video is, if its sound has changed. A source that cannot be read is reported when it plays. */
  async #listen(preview: Preview, opened: OpenedPreview): Promise<void> {
    const mix = await preview.mix().catch(() => undefined);
    if (preview !== this.#drawn.preview || opened !== this.store.value().opened || mix === this.#mix) return;
    this.#mix = mix;
    const sides = mix ? Array.from({ length: mix.numberOfChannels }, (_, side) => mix.getChannelData(side)) : [];
    const levels = mix
      ? soundLevels({ sampleRate: mix.sampleRate, sides }, opened.pages)
      : new Map<number, readonly number[]>();
    for (const { onLevels } of this.#followers) onLevels(levels);
  }

  #start(preview: Preview): void {
    preview.addEventListener('played', ({ detail }: CustomEventInit<number>) => this.#played(detail!));
    preview.addEventListener('stopped', () => {
      if (!this.#isPlaying) return;
      if (this.#loop) {
        this.#beginLoop();
        return;
      }
      this.#hasEnded = true;
      this.pause();
      for (const { onStopped } of this.#followers) onStopped();
    });
    preview.addEventListener('missing', ({ detail }: CustomEventInit<MissingFile>) => {
      const others = this.store.value().missing.filter(({ url }) => url !== detail!.url);
      this.#become({ missing: [...others, detail!] });
    });
  }

  #played(frame: number): void {
    const { opened } = this.store.value();
    if (!opened || !this.#isPlaying) return;
    this.#place = placeAt(frame, opened);
    if (this.#isBeyondLoop()) this.#beginLoop();
    if (performance.now() - this.#reportedMs >= REPORTED_MS) this.#report();
  }

  #report(): void {
    this.#reportedMs = performance.now();
    if (samePlace(this.#place, this.#reported)) return;
    this.#reported = this.#place;
    for (const { onPlayed } of this.#followers) onPlayed(this.#place);
  }

  #become(change: Partial<LiveState>): void {
    this.store.change((state) => ({ ...state, ...change }));
  }
}
