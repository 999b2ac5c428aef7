import type { AssetUse, Timeline } from './timeline.js';
export function assetsOf(timeline: Timeline): AssetUse[] {
  throw new Error(`not built yet ${timeline.fps}`);
}
