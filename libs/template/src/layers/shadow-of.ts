/**
 * The shape that casts a shadow: the layer's box, as with CSS `box-shadow`, or the pixels drawn in it, as with CSS
 * `drop-shadow()`.
 */
export const SHADOW_OF = ['box', 'pixels'] as const;
export type ShadowOf = (typeof SHADOW_OF)[number];
