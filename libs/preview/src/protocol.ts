// Pages compile these types without those of the engine.

/** A part of a document or of its modifications that the API would refuse. */
export interface PreviewFault {
  /** A path as it was written: `pages[0].layers[2].weight`. */
  readonly field: string;
  readonly code: string;
  readonly message: string;
  readonly value: unknown;
}

/** A finding that does not refuse a document and is worth a look. */
export interface PreviewWarning {
  /** Path in the document. */
  readonly field: string;
  readonly code: string;
  readonly severity: 'info' | 'warning' | 'critical';
  readonly message: string;
}

/** The place of a layer in a frame. */
export interface PlacedLayer {
  /** Path in the video: `pages[0].layers[2]`. */
  readonly key: string;
  /** Path in the document. Copies of a layer or a page that repeats have the same. */
  readonly source: string;
  readonly type: string;
  /** Pixels of its box before the matrix. */
  readonly box: { readonly width: number; readonly height: number };
  /** From its box to the picture: a, b, c, d, e, f as in `DOMMatrix`. */
  readonly matrix: readonly [number, number, number, number, number, number];
  /** The box in the picture, px. */
  readonly bounds: { readonly x: number; readonly y: number; readonly width: number; readonly height: number };
  /** Texts: the lines as they are broken. */
  readonly lines?: readonly string[];
}

/** A picture or footage of a document that cannot be fetched or decoded, and is gray. */
export interface MissingFile {
  readonly url: string;
  readonly reason: string;
}

/** Small pictures of footage at equal distances, the first in the middle of the first part of its length. */
export interface FootageStrip {
  readonly durationS: number;
  readonly pictures: readonly ImageBitmap[];
}

/** The subject of a page: a template and the modifications of one video. */
export interface PreviewRequest {
  /** A template document as `POST /v1/templates` takes it. */
  readonly document: unknown;
  /** Stands before the paths of files that the document has in place of URLs, as one on disk may; by default it has none. */
  readonly files?: string;
  /** `pages` and `variables` of a request for a video. */
  readonly modifications?: object;
  /** The brand of the document's organization. */
  readonly brand?: Readonly<Partial<Record<'colors' | 'fonts' | 'logos' | 'sounds', Record<string, string>>>>;
  /**
   * Shared components of the organization that the document uses, by each reference to them: `card` and `card@3`. `shared` of
   * `GET /v1/templates/{id}/draft` has them and the brand.
   */
  readonly components?: Readonly<Record<string, { readonly version: number; readonly component: object }>>;
  /** Name of one of the document's sizes; by default its own. */
  readonly size?: string;
  /** Frames a second; 24 by default, as in an mp4. */
  readonly fps?: number;
  /** Most lines of the picture; by default all of the document's. Text wraps as in the whole picture. */
  readonly maxHeight?: number;
}

/** Sources from which the files of a preview may come. */
export interface PreviewFiles {
  /** Address at which the server has the shipped fonts, without a slash at the end: `/fonts` of a gateway. */
  readonly fonts: string;
  /** Beginnings of addresses that may be fetched, such as `https://media.example.com/`. */
  readonly allow: readonly string[];
}

/** A page of the opened video: a copy of one that repeats is a page of its own. */
export interface OpenedPage {
  /** Position of the page in the document, from 0. */
  readonly page: number;
  /** Seconds of the video at which it starts. */
  readonly startS: number;
  readonly durationS: number;
}

/** Facts of the opened document. */
export interface OpenedPreview {
  readonly width: number;
  readonly height: number;
  readonly fps: number;
  readonly frameCount: number;
  /** Pages of the video in their order. */
  readonly pages: readonly OpenedPage[];
  /**
   * Seconds of the layers whose durations follow from their content or from another layer, by their paths in the document;
   * of several copies, those of the first.
   */
  readonly durations: Readonly<Record<string, number>>;
  /** Warnings that the renderer would report too. */
  readonly warnings: readonly PreviewWarning[];
  /** Differences between the preview and the render, one sentence each. */
  readonly differences: readonly string[];
}

/** A sound of a video as a page mixes it: times in seconds. */
export interface PlannedSound {
  readonly url: string;
  /** Seconds of the video. */
  readonly fromS: number;
  readonly toS: number;
  /** Seconds of the source. Without `trimEndS` it plays to its end. */
  readonly trimStartS: number;
  readonly trimEndS: number | undefined;
  /** Linear gains at equal distances from `fromS` to `toS`; a single one if the volume does not change. */
  readonly volumes: readonly number[];
  readonly fadeInS: number;
  readonly fadeOutS: number;
  readonly loop: boolean;
  readonly speed: number;
  /** Its place in the mix: a `bed` is quieter while another one that `ducks` plays. */
  readonly role: 'bed' | 'page' | 'other';
  readonly ducks: boolean;
}

/** Messages to the worker. Only the newest `open` and the newest `show` count. */
export type ToWorker =
  | { readonly type: 'start'; readonly files: PreviewFiles; readonly canvas?: OffscreenCanvas }
  | ({ readonly type: 'open'; readonly id: number } & PreviewRequest)
  | { readonly type: 'show'; readonly id: number; readonly frame: number }
  | { readonly type: 'read'; readonly id: number; readonly frame: number }
  /** The content at an address of the document. */
  | { readonly type: 'fetch'; readonly id: number; readonly url: string }
  /** Small pictures of the footage at an address; answered beside the others, which do not wait for it. */
  | { readonly type: 'strip'; readonly id: number; readonly url: string }
  | { readonly type: 'place'; readonly id: number; readonly frame: number }
  | { readonly type: 'play' }
  | { readonly type: 'pause' };

/** Messages from the worker. Every request with an id is answered once. */
export type FromWorker =
  | {
      readonly type: 'opened';
      readonly id: number;
      readonly opened: OpenedPreview;
      readonly sounds: readonly PlannedSound[];
    }
  | { readonly type: 'fetched'; readonly id: number; readonly bytes: ArrayBuffer }
  | { readonly type: 'refused'; readonly id: number; readonly faults: readonly PreviewFault[] }
  | { readonly type: 'failed'; readonly id: number; readonly message: string }
  /** A newer request took its place. */
  | { readonly type: 'superseded'; readonly id: number }
  | { readonly type: 'shown'; readonly id: number; readonly frame: number }
  | { readonly type: 'pixels'; readonly id: number; readonly pixels: Uint8Array<ArrayBuffer> }
  | { readonly type: 'strip'; readonly id: number; readonly strip: FootageStrip }
  | { readonly type: 'placed'; readonly id: number; readonly layers: readonly PlacedLayer[] }
  | ({ readonly type: 'missing' } & MissingFile)
  | { readonly type: 'played'; readonly frame: number }
  | { readonly type: 'stopped' };
