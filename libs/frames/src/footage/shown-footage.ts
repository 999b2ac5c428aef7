import type { SceneNode } from '#libs/timeline';
import type { FootageFit, FittedLayer } from './footage-fit.js';

/** The picture of a footage layer in a frame. */
export interface ShownFootage {
  readonly fit: FootageFit;
  /** Equal ids have equal pixels. */
  readonly id: string;
  readonly hasAlpha: boolean;
  /** I420 of the fit's size, or with an alpha premultiplied RGBA; valid while this frame is drawn. */
  readonly pixels: Uint8Array;
}

/** A node of the scene that shows footage. */
export type FootageNode = Pick<SceneNode, 'timeS'> & FittedLayer;
