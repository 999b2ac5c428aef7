import type { Scene } from './scene.js';
import type { Timeline } from './timeline.js';
export function sample(timeline: Timeline, frame: number): Scene {
  throw new Error(`not built yet ${timeline.fps} ${frame}`);
}
