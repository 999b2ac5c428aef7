import type { LayerKind } from '#libs/document';
import * as KINDS from './kinds.js';
import type { LayerPainter } from './layer-painter.js';

// Does not compile if a kind is missing or unknown.
const PAINTERS = { ...KINDS } satisfies { readonly [Kind in LayerKind]: LayerPainter<Kind> };

/** The painter of a layer of any kind. */
export function painterOf({ type }: { readonly type: LayerKind }): LayerPainter<LayerKind> {
  return PAINTERS[type] as LayerPainter<LayerKind>;
}
