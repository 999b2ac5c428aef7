import type { Matrix } from '#libs/document';
import type { SceneNode } from './scene.js';

/**
 * A node of a canvas, placed in an output that is `scale` times as large. Its other lengths are local pixels and do not
 * change.
 */
export function scaleNode(node: SceneNode, scale: number): SceneNode {
  const { matrix, rest, children, mask } = node;
  return {
    ...node,
    matrix: scaleMatrix(matrix, scale),
    rest: scaleMatrix(rest, scale),
    ...(children && { children: children.map((child) => scaleNode(child, scale)) }),
    ...(mask && { mask: { ...mask, node: scaleNode(mask.node, scale) } }),
  };
}

function scaleMatrix([a, b, c, d, e, f]: Matrix, scale: number): Matrix {
  return [a * scale, b * scale, c * scale, d * scale, e * scale, f * scale];
}
