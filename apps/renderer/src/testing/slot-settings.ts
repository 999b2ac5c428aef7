import { DEFAULT_TOOLS } from '#libs/encode';
import type { SlotPoolOptions } from '../slots/slot-pool.js';

type Settings = SlotPoolOptions['settings'];

/** Settings of a slot's process in specs: it fetches from this machine. @param most bytes of each asset, and limits of a video */
export function slotSettings(
  most: number,
  {
    videoLimits,
    ...change
  }: Partial<Omit<Settings, 'videoLimits'>> & { videoLimits?: Partial<Settings['videoLimits']> },
): Settings {
  return {
    ffmpeg: DEFAULT_TOOLS,
    repeatsStillRuns: true,
    allowAddresses: ['127.0.0.0/8'],
    dnsServers: [],
    disk: { total: 1_000_000_000, cache: 100_000_000 },
    assetSpareMs: 0,
    keptBytes: 400_000_000,
    assetFetchTimeoutMs: 30_000,
    assetStallTimeoutMs: 30_000,
    assetMaxBytes: { image: most, audio: most, video: most, font: most, caption: most, lottie: most },
    videoLimits: { assets: 100, bytes: most, fontBytes: most, imagePixels: most, ...videoLimits },
    ...change,
  };
}
