import { describe, expect, it } from '@jest/globals';
import { loadConfig } from '#libs/runtime';
import { VideosConfig } from './videos.config.js';

const addresses = { PUBLIC_BASE_URL: 'https://example.com/v1', ASSETS_URL: 'https://example.com/assets' };
const load = (environment: Record<string, string> = {}) => loadConfig(VideosConfig, { ...addresses, ...environment });

describe('VideosConfig', () => {
  it('allows what the format allows, an hour, and gifs of a minute', () => {
    expect(load()).toMatchObject({ maxFramePixels: 3840 * 2160, maxDurationS: 3_600, maxGifS: 60 });
  });

  it.each([
    ['MAX_FRAME_PIXELS', '8294400', '8294401'],
    ['MAX_DURATION_S', '3600', '3601'],
    ['MAX_GIF_S', '600', '601'],
  ])('lets an operator set %s to what the format allows and not beyond', (name, most, beyond) => {
    expect(() => load({ [name]: most })).not.toThrow();
    expect(() => load({ [name]: beyond })).toThrow(name);
    expect(() => load({ [name]: '0' })).toThrow(name);
  });
});
