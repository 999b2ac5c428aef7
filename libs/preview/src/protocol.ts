import type { PlacedLayer } from '#libs/frames';
import type { Fault, Warning } from '#libs/template';

/** What a page shows: a template and what is different in this one video. */
export interface PreviewRequest {
  /** A template document as `POST /v1/templates` takes it. */
  readonly document: unknown;
  /** `pages` and `variables` of a request for a video. */
  readonly modifications?: object;
  /** Frames a second; 24 by default, as in an mp4. */
  readonly fps?: number;
  /** Most lines of the picture; by default all of the document's. Text wraps as in the whole picture. */
  readonly maxHeight?: number;
}

/** Where the files of a preview may come from. */
export interface PreviewFiles {
  /** Where the server gives the shipped fonts, without a slash at the end. */
  readonly fonts: string;
  /** Beginnings of addresses that may be fetched, such as `https://media.example.com/`. */
  readonly allow: readonly string[];
}

/** What is open. */
export interface OpenedPreview {
  readonly width: number;
  readonly height: number;
  readonly fps: number;
  readonly frameCount: number;
  /** What the renderer would warn of too. */
  readonly warnings: readonly Warning[];
  /** What the preview shows otherwise than the render, one sentence each. */
  readonly differences: readonly string[];
}

/** To the worker. Only the newest `open` and the newest `show` count. */
export type ToWorker =
  | { readonly type: 'start'; readonly files: PreviewFiles; readonly canvas?: OffscreenCanvas }
  | ({ readonly type: 'open'; readonly id: number } & PreviewRequest)
  | { readonly type: 'show'; readonly id: number; readonly frame: number }
  | { readonly type: 'read'; readonly id: number; readonly frame: number }
  | { readonly type: 'place'; readonly id: number; readonly frame: number }
  | { readonly type: 'play' }
  | { readonly type: 'pause' };

/** From the worker. Every request with an id is answered once. */
export type FromWorker =
  | { readonly type: 'opened'; readonly id: number; readonly opened: OpenedPreview }
  | { readonly type: 'refused'; readonly id: number; readonly faults: readonly Fault[] }
  | { readonly type: 'failed'; readonly id: number; readonly message: string }
  /** A newer request took its place. */
  | { readonly type: 'superseded'; readonly id: number }
  | { readonly type: 'shown'; readonly id: number; readonly frame: number }
  | { readonly type: 'pixels'; readonly id: number; readonly pixels: Uint8Array<ArrayBuffer> }
  | { readonly type: 'placed'; readonly id: number; readonly layers: readonly PlacedLayer[] }
  | { readonly type: 'played'; readonly frame: number }
  | { readonly type: 'stopped' };
