import { describe, expect, it } from '@jest/globals';
import { loadConfig } from '#libs/runtime';
import { RendererConfig } from './renderer.config.js';

describe('RendererConfig', () => {
  it('needs nothing set', () => {
    expect(loadConfig(RendererConfig, {})).toMatchObject({ encoder: 'auto', ffmpegPath: 'ffmpeg' });
  });

  it('may use the whole grace that a pod is given', () => {
    expect(loadConfig(RendererConfig, { STOP_GRACE_MS: '3570000' })).toMatchObject({ stopGraceMs: 3_570_000 });
  });

  it('reports every mistake at once', () => {
    const env = { ENCODER: 'gpu', RENDER_SLOTS: '0', WORK_DIR: 'here' };
    expect(() => loadConfig(RendererConfig, env)).toThrow(/ENCODER[\s\S]*RENDER_SLOTS[\s\S]*WORK_DIR/);
  });
});
