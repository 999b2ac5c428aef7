/** Every layer kind of TEMPLATE.md. */
export const LAYER_KINDS = [
  'text',
  'image',
  'video',
  'shape',
  'rating',
  'machine_code',
  'chart',
  'caption',
  'group',
  'lottie',
] as const;

export type LayerKind = (typeof LAYER_KINDS)[number];
