import { IsShare, type Share } from '../rules/is-share.js';

/** A point of a picture: the one that shows what the picture is about. */
export class Focus {
  /** From the left edge of the picture, 0, to the right one, 1. */
  @IsShare()
  x: Share;

  /** From the top edge of the picture, 0, to the bottom one, 1. */
  @IsShare()
  y: Share;
}
