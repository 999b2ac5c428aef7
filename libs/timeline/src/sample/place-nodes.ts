import { LAYER_FACTS, type Matrix, multiply } from '#libs/document';
import { type MaskMode, resolveLayer } from '#libs/template';
import type { SceneMask, SceneNode } from './scene.js';
import { contentOf } from './layer-content.js';
import type { PlacedLayer } from './sample-layer.js';

/** The place of a stack of layers in the frame; absent for the frame itself. */
interface Base {
  matrix?: Matrix;
  rest?: Matrix;
  scaleShare?: number;
}

/** Facts about a page that its layers share. */
interface Page {
  /** Layers that mask others, and the places of their stacks. */
  masks: ReadonlyMap<string, { placed: PlacedLayer; base: Base }>;
  /** Their names, including layers that are absent at the moment. */
  maskNames: ReadonlySet<string>;
}

/**
 * Places sampled layers in the frame, in paint order. Layers that mask others are not painted themselves. A group
 * without an effect as a whole is replaced by its layers.
 */
export function placeNodes(layers: readonly PlacedLayer[], maskNames: ReadonlySet<string>): SceneNode[] {
  const masks = new Map<string, { placed: PlacedLayer; base: Base }>();
  if (maskNames.size > 0) findMasks(layers, {}, { masks, maskNames });
  return placeStack(layers, {}, { masks, maskNames });
}

function findMasks(
  layers: readonly PlacedLayer[],
  base: Base,
  page: Page & { masks: Map<string, { placed: PlacedLayer; base: Base }> },
): void {
  for (const placed of layers) {
    if (page.maskNames.has(placed.name)) page.masks.set(placed.name, { placed, base });
    if (placed.children) findMasks(placed.children, baseOf(placed, base), page);
  }
}

function placeStack(layers: readonly PlacedLayer[], base: Base, page: Page): SceneNode[] {
  return layers.flatMap((placed) => (page.maskNames.has(placed.name) ? [] : placeLayer(placed, base, page)));
}

function placeLayer(placed: PlacedLayer, base: Base, page: Page): SceneNode[] {
  const mask = maskOf(placed, base, page);
  if (mask === 'hidden') return [];
  const node = toNode(placed, base, page);
  if (!node) return [];
  if (node.children && !mask && isTransparentGroup(node)) return [...node.children];
  return [mask ? { ...node, mask } : node];
}

/** The node of a placed layer; undefined for an empty group. */
function toNode(placed: PlacedLayer, base: Base, page: Page): SceneNode | undefined {
  const { node, children } = placed;
  const at = baseOf(placed, base);
  if (!children) return { ...node, ...at };
  const nodes = placeStack(children, at, page);
  if (nodes.length === 0) return undefined;
  const isAnimated = children.some((child) => changes(child, page)) && { isAnimated: true as const };
  return { ...node, ...at, children: nodes, content: groupContent(children, page, nodes), ...isAnimated };
}

/** Whether a layer, one inside it, or the mask of one of them is likely to look otherwise in the next frame. */
function changes({ isAnimated, children = [], maskedBy }: PlacedLayer, page: Page): boolean {
  const mask = maskedBy?.layer === undefined ? undefined : page.masks.get(maskedBy.layer);
  return isAnimated || children.some((child) => changes(child, page)) || mask?.placed.isAnimated === true;
}

function baseOf({ node }: PlacedLayer, base: Base): Pick<SceneNode, 'matrix' | 'rest' | 'scaleShare'> {
  const { matrix, rest, scaleShare } = node;
  const share = (base.scaleShare ?? 1) * (scaleShare ?? 1);
  const isScaled = base.scaleShare !== undefined || scaleShare !== undefined;
  return {
    matrix: base.matrix ? multiply(base.matrix, matrix) : matrix,
    rest: base.rest ? multiply(base.rest, rest) : rest,
    ...(isScaled && { scaleShare: share }),
  };
}

/** Whether blending a group as a whole gives the same result as blending its layers one by one. */
function isTransparentGroup({ opacity, blendMode, filters, clips, children = [] }: SceneNode): boolean {
  const isPlain = opacity === 1 && !blendMode && !filters && !clips;
  return isPlain && children.every((child) => !child.blendMode);
}

/** The content of a group in its own pixels, which does not change while the group moves. Masks do not move with it. */
function groupContent(children: readonly PlacedLayer[], page: Page, nodes: readonly SceneNode[]): string {
  return JSON.stringify([shownIn(children, page), masksWithin(nodes)]);
}

function masksWithin(nodes: readonly SceneNode[]): unknown[] {
  return nodes.flatMap(({ mask, children = [] }) => [
    ...(mask ? [[mask.mode, mask.node.matrix, mask.node.content, mask.node.rasterKey, mask.node.opacity]] : []),
    ...masksWithin(children),
  ]);
}

function shownIn(layers: readonly PlacedLayer[], page: Page): unknown[] {
  return layers
    .filter(({ name }) => !page.maskNames.has(name))
    .map(({ node, children }) => {
      const { content, rasterKey, opacity, blendMode, clips, layer, timeS, matrix } = node;
      const inner = children ? shownIn(children, page) : [];
      return [content, rasterKey, opacity, blendMode, clips, matrix, LAYER_FACTS[layer.type].plays ? timeS : 0, inner];
    });
}

function maskOf(placed: PlacedLayer, base: Base, page: Page): SceneMask | 'hidden' | undefined {
  if (!placed.maskedBy) return undefined;
  const { layer: name, sourceUrl, mode } = placed.maskedBy;
  const node = sourceUrl === undefined ? maskingNode(name, page) : pictureMask(placed, base, sourceUrl);
  if (node) return { mode, node };
  // An empty mask hides everything, an inverted one nothing.
  return isInverted(mode) ? undefined : 'hidden';
}

function isInverted(mode: MaskMode): boolean {
  return mode === 'alpha-inverted' || mode === 'luma-inverted';
}

/** The node of a masking layer, without a mask of its own: a valid document has none there. */
function maskingNode(name: string | undefined, page: Page): SceneNode | undefined {
  const found = name === undefined ? undefined : page.masks.get(name);
  if (!found) return undefined;
  const unmasked = { masks: new Map<string, never>(), maskNames: new Set<string>() };
  return toNode(withoutMasks(found.placed), found.base, unmasked);
}

function withoutMasks({ maskedBy: _maskedBy, children, ...placed }: PlacedLayer): PlacedLayer {
  return { ...placed, ...(children && { children: children.map(withoutMasks) }) };
}

const STILL_MOMENT = { timeS: 0, pageShare: 0, videoShare: 0, counted: 1 };

/** An image over the whole box of the layer that moves with it. */
function pictureMask(placed: PlacedLayer, base: Base, sourceUrl: string): SceneNode {
  const { box, key, timeS } = placed.node;
  const picture = resolveLayer({ name: '', type: 'image', source_url: sourceUrl });
  const shown = contentOf(picture, picture, { box, parent: box }, STILL_MOMENT)!;
  return { key: `${key}.mask`, ...shown, box, rasterKey: '', opacity: 1, timeS, ...baseOf(placed, base) };
}
