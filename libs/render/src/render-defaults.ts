import type { RenderSettings } from './render-tools.js';

type Shared = Pick<
  RenderSettings,
  'assetMaxBytes' | 'assetFetchTimeoutMs' | 'assetStallTimeoutMs' | 'videoLimits' | 'keptBytes'
>;

/** Settings of the renderer unless its operator sets others, and of the command `framewright`. */
export const RENDER_DEFAULTS = {
  assetMaxBytes: {
    image: 25_000_000,
    audio: 100_000_000,
    video: 1_000_000_000,
    font: 10_000_000,
    caption: 1_000_000,
    lottie: 10_000_000,
  },
  assetFetchTimeoutMs: 60_000,
  assetStallTimeoutMs: 10_000,
  videoLimits: { assets: 500, bytes: 2_000_000_000, fontBytes: 100_000_000, imagePixels: 100_000_000 },
  // No more memory than drawing takes, for frames up to 3840 × 2160.
  keptBytes: 400_000_000,
} as const satisfies Shared;
