import type { LayerKind } from '#libs/template';
import * as KINDS from './kinds.js';
import type { LayerPainter } from './layer-painter.js';

// A kind that is missing here, or is none, does not compile.
const PAINTERS = { ...KINDS } satisfies { readonly [Kind in LayerKind]: LayerPainter<Kind> };

/** How a layer is painted, where its kind is not known. */
export function painterOf({ type }: { readonly type: LayerKind }): LayerPainter<LayerKind> {
  return PAINTERS[type] as LayerPainter<LayerKind>;
}
