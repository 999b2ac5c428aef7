import { applyModifications, validateTemplate, type TemplateDocument } from '#libs/template';
import { compile } from '../compile/compile.js';
import { sample } from '../sample/sample.js';
import type { SceneNode } from '../sample/scene.js';
import type { Timeline } from '../compile/timeline.js';

export type Json = Record<string, unknown>;

/** Pixels of every document of the specs. */
export const FRAME = { width: 400, height: 200 };

/** A valid document with its variables replaced. Pages are numbered here. */
function load(pages: readonly Json[], more: Json = {}): TemplateDocument {
  const numbered = pages.map((page, index) => ({ number: index + 1, ...page }));
  const checked = validateTemplate({ name: 'spec', ...FRAME, pages: numbered, ...more });
  const applied = checked.ok ? applyModifications(checked.value, {}) : checked;
  if (!applied.ok) throw new Error(JSON.stringify(applied.faults));
  return applied.value;
}

/** A shape of 40 × 20 pixels, unless overridden. */
export const BOX = { type: 'shape', name: 'a', x: 100, y: 50, width: 40, height: 20 };

/** One page with these layers. */
export function pageOf(layers: readonly Json[], { fps = 20, duration = 4 } = {}): Timeline {
  return compile(load([{ duration, layers }]), { fps });
}

/** The nodes at a frame of a page of 4 s (80 frames) with these layers. */
export function nodesAt(layers: readonly Json[], frame: number): readonly SceneNode[] {
  return sample(pageOf(layers), frame).pages[0]!.nodes;
}
