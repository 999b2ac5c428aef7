import type { ResolvedSound } from '#libs/encode';
import type { Timeline } from '#libs/timeline';
import type { JobAssets } from '../assets/asset-library.js';

/** The sounds of a timeline with their files; footage without sound is left out. */
export function resolveSounds(timeline: Timeline, assets: JobAssets): ResolvedSound[] {
  return timeline.sounds.flatMap((sound) => {
    const source = assets.sound(sound.sourceUrl);
    return source ? [{ ...sound, ...source }] : [];
  });
}
