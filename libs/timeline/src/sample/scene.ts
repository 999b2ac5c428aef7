import type { Matrix } from '#libs/document';
import type { BlendMode, LayerContent, MaskMode } from '#libs/template';
import type { ClipShape } from '../geometry/clip-shape.js';
import type { Pieces } from '../animations/pieces.js';
import type { SceneTransition } from '../transitions/scene-transition.js';

/**
 * The content of one frame, with all decisions made: painters and compositors need no times and no defaults. One page,
 * or two during a transition: `pages[0]` leaves, `pages[1]` enters.
 */
export interface Scene {
  /** Pixels of the output. */
  width: number;
  height: number;
  pages: readonly ScenePage[];
  transition?: SceneTransition;
}

export interface ScenePage {
  /** `pages[0]`. */
  key: string;
  /** An opaque CSS color that fills the page first: the document's background over white. */
  underlay: string;
  /**
   * CSS paint (color or gradient) over the underlay; may be translucent. Equal to the underlay if the page has none.
   */
  background: string;
  /** Paint order, the last on top, without invisible layers. */
  nodes: readonly SceneNode[];
}

/**
 * One visible layer at one instant. Fields without effect are absent: a plain layer has none of the optional ones.
 *
 * To draw it, as in CSS: the picture in local pixels (`layer`, `box`, `picture`, `drawn`, `pieces`, or for a group its
 * `children` on a transparent surface of their own), then `filters`, `clips`, `mask`, `opacity`. The result is
 * composited with `blendMode`.
 */
export interface SceneNode {
  /** Identity over frames: `pages[0].layers[2]`, in a group `pages[0].layers[2].layers[0]`. */
  key: string;
  layer: LayerContent;
  /**
   * Equal content ⇒ equal picture and layout, so layout is repeated only when it changes. Independent of `matrix`,
   * `opacity`, `timeS` (footage and animations show another picture at another time, with equal content) and the fields
   * in `rasterKey`. For a group: the content and places of its children in the group, so that a group that moves as one
   * keeps its content; here the time of footage is included.
   */
  content: string;
  /**
   * The other inputs of the raster: `filters`, `pieces`, `drawn` and `picture`, as text; `''` if there are none. Equal
   * content and equal rasterKey ⇒ equal raster (for footage and animations: at the same `timeS`). `clips` and `mask`
   * are not part of it.
   */
  rasterKey: string;
  /** The box of the layer in pixels. Local coordinates are 0…width and 0…height. Not rounded. */
  box: { width: number; height: number };
  /** Its size at the last keyframes of width and height. Absent where it has that size. */
  restBox?: { width: number; height: number };
  /**
   * Local → frame pixels: position, anchor, rotation, scale, enter, exit and loop motion; for a child of a group, that
   * of the group as well. May mirror (flips) and scale unequally, but never flattens the layer to a line.
   */
  matrix: Matrix;
  /**
   * The matrix for which the raster is painted: the place of the layer at rest, without enter, exit and loop motion.
   * For keyframed properties: the values of the last keyframe, but the largest scale. Constant while `content` is. The
   * raster is sharp at `matrix === rest` and is resampled while the layer moves, so equal values must be equal bit for
   * bit.
   */
  rest: Matrix;
  /**
   * The largest scale between the keyframes around this instant, as a share of that of `rest`, 0 … 1. Absent unless the
   * scale of the layer, or of a group around it, has keyframes.
   */
  scaleShare?: number;
  /**
   * Greater than 0, at most 1. The opacity of a group is applied to the blended group, not included in its children.
   */
  opacity: number;
  /**
   * Seconds since the start of the layer, ≥ 0. `pictureAt` gives the picture of footage, `lottieTimeS` the instant of a
   * Lottie animation.
   */
  timeS: number;
  /** Absent: `normal`. Inside a group, blends with the layers of the group below it. */
  blendMode?: Exclude<BlendMode, 'normal'>;
  filters?: Filters;
  /**
   * Outlines: the layer is visible only inside all of them. Local pixels; their bounds are the ink of the layer at rest
   * (see `clipRegion`).
   */
  clips?: readonly ClipShape[];
  mask?: SceneMask;
  /** Only for groups: paint order, each with its own matrix to frame pixels. */
  children?: readonly SceneNode[];
  /** Only for groups: an animation, keyframes or the time are changing a layer of the group. */
  isAnimated?: true;
  /** Only for texts: lines, words or letters that move independently (see `pieceMotion`). */
  pieces?: Pieces;
  /**
   * 0 … 1, below 1: the drawn share. Shapes: the stroke covers this share of its length, and the fill has this share of
   * its opacity. Charts: bars, lines and slices have grown to this share.
   */
  drawn?: number;
  /**
   * Only for images and footage: moves and scales the picture inside the box of the layer, while box, border, corners
   * and shadow stay. Local → local pixels; the picture still covers the same area.
   */
  picture?: Matrix;
}

/** Applied in this order, as CSS filter functions. At least one has an effect. */
export interface Filters {
  /** Standard deviation of a Gaussian in local pixels, ≥ 0. */
  blur: number;
  /** The blur repeats the edges of the layer's box beyond it. Absent: there is nothing beyond the edges. */
  edge?: 'duplicate';
  /** Factors ≥ 0; 1 changes nothing. */
  brightness: number;
  contrast: number;
  saturation: number;
  /** Degrees. */
  hueRotate: number;
}

/** The mask of a layer. */
export interface SceneMask {
  /** The alpha of the mask or its luma (Rec. 709, of color times alpha), either one as is or inverted. */
  mode: MaskMode;
  /**
   * The masking layer as it appears in the frame at this instant, with its own opacity, filters, clips and mask. It is
   * not painted itself.
   */
  node: SceneNode;
}
