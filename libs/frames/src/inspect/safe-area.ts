import { boundsOfRect, LAYER_FACTS, type Rect, SAFE_AREAS, safeRect } from '#libs/document';
import { type Warning, warningAt } from '#libs/template';
import type { SceneNode, Timeline } from '#libs/timeline';
import type { Drawing } from '../drawing.js';

/** Share of the shorter side of the frame by which a layer may reach beyond the area. */
const TOLERANCE = 0.005;

const SIDES = ['top', 'right', 'bottom', 'left'] as const;
type Reach = Record<(typeof SIDES)[number], number>;

/** Collects how far layers that must be read reach beyond the safe area that a document asks for. */
export class SafeArea {
  readonly #reach = new Map<string, Reach>();
  readonly #area: Rect | undefined;

  constructor(private readonly timeline: Timeline) {
    this.#area = timeline.safeArea && safeRect(timeline.safeArea, timeline);
  }

  /** Records a node of a frame where it comes to rest: on its way in and out it may lie anywhere. */
  note({ key, layer, rest }: SceneNode, { letters, ink }: Drawing): void {
    const area = this.#area;
    if (!area || !LAYER_FACTS[layer.type].isRead) return;
    const { x, y, width, height } = boundsOfRect(rest, letters ?? ink);
    const reach: Reach = {
      top: area.y - y,
      right: x + width - area.x - area.width,
      bottom: y + height - area.y - area.height,
      left: area.x - x,
    };
    const before = this.#reach.get(key);
    for (const side of SIDES) reach[side] = Math.max(reach[side], before?.[side] ?? 0);
    this.#reach.set(key, reach);
  }

  warnings(): Warning[] {
    const { safeArea, width, height, canvas } = this.timeline;
    if (safeArea === undefined) return [];
    const tolerance = TOLERANCE * Math.min(width, height);
    return [...this.#reach].flatMap(([key, reach]) => {
      const beyond = SIDES.filter((side) => reach[side] > tolerance);
      if (beyond.length === 0) return [];
      const parts = beyond.map((side) => `${Math.ceil(reach[side] / (canvas?.scale ?? 1))} pixels at the ${side}`);
      const message = `the layer reaches beyond the safe area of ${SAFE_AREAS[safeArea].label}: ${parts.join(', ')}`;
      return [warningAt(key, { code: 'OUTSIDE_SAFE_AREA', message })];
    });
  }
}
