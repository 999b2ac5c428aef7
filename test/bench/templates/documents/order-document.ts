import { ADDRESS } from '../../render/templates.ts';
import type { Json } from './layers.ts';

/** The sizes of {@link orderDocument}: its own, and those of the networks. */
export const ORDER_SIZES = ['default', 'portrait', 'square', 'feed', 'banner'] as const;

/** Footage with its sound above music, a lower third and a logo, in five sizes. @param fewer rows of each size, so that neither pictures nor the mix were made before */
export function orderDocument(fewer = 0): Json {
  const size = (width: number, height: number): Json => ({ width, height: height - fewer });
  const line = { type: 'text', text_color: '#ffffff', x: '4%', width: '92%', height: '45%' } as const;
  const layers = [
    { name: 'clip', type: 'video', source_url: `${ADDRESS}clip.mp4`, width: '100%', height: '100%' },
    { name: 'logo', type: 'image', source_url: `${ADDRESS}logo.png`, right: 36, y: 36, width: 96, height: 96 },
    {
      ...{ name: 'lower third', type: 'group', x: '5%', y: '70%', width: '60%', height: '18%', opacity: 0.92 },
      enter: { type: 'slide', direction: 'right', distance: 400, delay: 0.4, duration: 0.7, easing: 'out-cubic' },
      exit: { type: 'slide', direction: 'left', duration: 0.5 },
      for_size: { portrait: { width: '90%', height: '12%' }, square: { width: '90%' }, feed: { width: '90%' } },
      layers: [
        { name: 'plate', type: 'shape', width: '100%', height: '100%', fill_color: '#0b2a4a' },
        { ...line, name: 'headline', y: '8%', text: 'Storm reaches the coast', font_size: 36, weight: 700 },
        { ...line, name: 'place', y: '55%', text: 'Live from Port Aurel', font_size: 24 },
      ],
    },
  ];
  return {
    ...{ name: 'order', ...size(1280, 720) },
    sizes: {
      portrait: size(720, 1280),
      square: size(720, 720),
      feed: size(720, 900),
      banner: size(1280, 640),
    },
    loudness: -16,
    audio: [{ source_url: `${ADDRESS}music.m4a`, loop: true, fade_out: 1 + fewer / 100 }],
    pages: [{ number: 1, duration: 6, background_color: '#000000', layers }],
  };
}
