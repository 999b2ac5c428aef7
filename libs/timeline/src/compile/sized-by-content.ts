import { hasAutoSize, isHolder, LAYER_CLASSES, type Layer, type ResolvedLayer } from '#libs/template';

/**
 * Layers with the sizes of stacks: a text, group or stack in the flow of one is `auto` where it states no size.
 *
 * @param stated the same layers as the document has them
 */
export function sizedByContent(
  layers: readonly ResolvedLayer[],
  stated: readonly Layer[],
  isStacked = false,
): readonly ResolvedLayer[] {
  return layers.map((layer, index) => {
    const own = stated[index]!;
    const isSized = isStacked && layer.inFlow && hasAutoSize(LAYER_CLASSES[layer.type]);
    const sized = isSized ? { ...layer, ...autoSize(layer, own) } : layer;
    if (!isHolder(sized) || !('layers' in own)) return sized;
    return { ...sized, layers: sizedByContent(sized.layers, own.layers, sized.type === 'stack') };
  });
}

function autoSize(layer: ResolvedLayer, own: Layer): Pick<ResolvedLayer, 'width' | 'height'> {
  return {
    width: own.width === undefined ? 'auto' : layer.width,
    height: own.height === undefined ? 'auto' : layer.height,
  };
}
