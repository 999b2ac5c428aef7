import type { BlendMode, Direction, LayerContent, MaskMode, TransitionType } from '#libs/template';
import type { ClipShape } from '../geometry/clip-shape.js';
import type { Matrix } from '../geometry/geometry.js';
import type { Pieces } from '../animations/pieces.js';

/**
 * What one frame shows, with nothing left to decide: painters and compositors know neither time nor defaults.
 * One page, or two while a transition runs: `pages[0]` leaves, `pages[1]` enters.
 */
export interface Scene {
  /** Pixels of the output. */
  width: number;
  height: number;
  pages: readonly ScenePage[];
  transition?: SceneTransition;
}

/**
 * How two pages share the frame. To draw it: fill the frame with `backdrop`, lay the lower page on it as its staging says,
 * then the upper one. A plain cross-fade is the upper page at a part of its opacity, which mixes the two linearly.
 */
export interface SceneTransition {
  type: Exclude<TransitionType, 'none'>;
  /** 0 (only the leaving page) … 1 (only the entering page), easing already applied. For those who show it, not for drawing. */
  progress: number;
  /** Where it leads, for the types that lead somewhere. */
  direction?: Direction;
  /** Opaque CSS color below both pages. */
  backdrop: string;
  /** Which page lies above the other. */
  upper: 'entering' | 'leaving';
  leaving: PageTransition;
  entering: PageTransition;
}

/**
 * What a transition does to one finished page, which is an opaque picture of the frame's size. In this order: `mosaic`,
 * `blur`, `clip` and `dissolve` (both in the page's own pixels), `matrix`, `opacity`.
 */
export interface PageTransition {
  /** Page → frame pixels: a move, a scale, or both; never turned. */
  matrix: Matrix;
  /** 0 … 1; at 0 the page need not be drawn. */
  opacity: number;
  /** The page shows only there; its bounds are the page. Absent: all of it. */
  clip?: ClipShape;
  /** Standard deviation of a Gaussian in pixels, > 0. The page's edge pixels repeat beyond the edge, so it stays opaque. */
  blur?: number;
  /** Edge of square blocks in pixels, even, ≥ 2, counted from the page's middle; each shows its mean color. */
  mosaic?: number;
  /** The page shows in grains (see `dissolves`). */
  dissolve?: Dissolve;
}

/** Square grains of a page, in an order that looks like chance and is always the same. */
export interface Dissolve {
  /** 0 … 1: the share of grains that show. */
  shown: number;
  /** Edge of a grain in pixels, even, so that grains hold whole chroma samples. */
  grain: number;
  seed: number;
}

export interface ScenePage {
  /** `pages[0]`. */
  key: string;
  /** An opaque CSS color that fills the page first: the document's background over white. */
  underlay: string;
  /** CSS paint (color or gradient) over the underlay; may be translucent. Equal to the underlay where the page sets none. */
  background: string;
  /** Paint order, the last on top; invisible layers are left out. */
  nodes: readonly SceneNode[];
}

/**
 * One visible layer at one instant. What says nothing is absent: a plain layer has none of the optional fields.
 *
 * To draw it, as CSS does: the layer's picture in its local pixels (`layer`, `box`, `picture`, `drawn`, `pieces`, or for a
 * group its `children` on a transparent surface of their own), then `filters`, `clips`, `mask`, `opacity`, and the
 * result goes onto what lies below with `blendMode`.
 */
export interface SceneNode {
  /** Identity over frames: `pages[0].layers[2]`, in a group `pages[0].layers[2].layers[0]`. */
  key: string;
  layer: LayerContent;
  /**
   * Equal content ⇒ the same picture and the same layout, so lay out again only when it changes. Not affected by `matrix`,
   * `opacity`, `timeS` (clips and animations show another picture at another time, with the same content), nor by what
   * `rasterKey` stands for. Of a group: what its children show and where they lie in it, so that a group that moves as one
   * keeps its content; there the time of clips counts.
   */
  content: string;
  /**
   * What else the raster depends on: `filters`, `pieces`, `drawn` and `picture`, as text; `''` while there are none. Equal content
   * and equal rasterKey ⇒ the same raster (clips and animations: at the same `timeS`). `clips` and `mask` are not part of it.
   */
  rasterKey: string;
  /** The layer's own box in pixels; its local coordinates run 0…width, 0…height. Not rounded. */
  box: { width: number; height: number };
  /**
   * Local → frame pixels: position, anchor, rotation, scale, enter, exit and loop motion; of a group's child the group's as
   * well. May mirror (flips) and scale unequally; never flattens the layer to a line.
   */
  matrix: Matrix;
  /**
   * The matrix to paint the raster for: where the layer lies when it is at rest, without enter, exit and loop motion; of
   * keyframed values the last keyframe's, but the largest scale. Constant while `content` is. A painter is sharp at
   * `matrix === rest` and resamples the same raster while the layer moves, so equal values must be equal bit for bit.
   */
  rest: Matrix;
  /** Greater than 0, at most 1. Of a group's child its own; the group's comes on top when the group is blended. */
  opacity: number;
  /** Seconds since the layer's start, ≥ 0. Which picture of a clip: `pictureAt`; which instant of a Lottie animation: `lottieTimeS`. */
  timeS: number;
  /** Absent: `normal`. Inside a group it mixes with what the group holds below it. */
  blendMode?: Exclude<BlendMode, 'normal'>;
  filters?: Filters;
  /** The layer shows only inside all of them. Local pixels; their bounds are the layer's ink at rest (see `clipRegion`). */
  clips?: readonly ClipShape[];
  mask?: SceneMask;
  /** Of groups, and only of them: paint order, each with a matrix to frame pixels of its own. */
  children?: readonly SceneNode[];
  /** Of texts: its lines, words or letters move on their own (see `pieceMotion`). */
  pieces?: Pieces;
  /**
   * 0 … 1, below 1: how much has been drawn. Shapes: the stroke runs from its start to this share of its length, and the fill has
   * this share of its opacity. Charts: bars and lines have grown, slices have opened this far.
   */
  drawn?: number;
  /**
   * Of images and clips: moves and scales the picture inside the layer's box, which with its border, corners and shadow stays
   * where it is. Local → local pixels; the picture still covers what it covered.
   */
  picture?: Matrix;
}

/** Applied one after another in this order, as CSS filter functions. At least one says something. */
export interface Filters {
  /** Standard deviation of a Gaussian in local pixels, ≥ 0. */
  blur: number;
  /** Factors ≥ 0, 1 leaves the picture as it is. */
  brightness: number;
  contrast: number;
  saturation: number;
  /** Degrees. */
  hueRotate: number;
}

/** Where a layer shows. */
export interface SceneMask {
  /** By the mask's alpha or its luma (Rec. 709, of color times alpha), each as it is or its complement to 1. */
  mode: MaskMode;
  /** What masks, as it stands in the frame at this instant, its own opacity, filters, clips and mask included; not painted itself. */
  node: SceneNode;
}
