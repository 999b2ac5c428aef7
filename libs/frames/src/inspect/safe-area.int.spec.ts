import { describe, expect, it } from '@jest/globals';
import { inspectTimeline } from './inspect-timeline.js';
import { specRenderers, timelineOf } from '../testing/spec-renderers.js';

const renderers = specRenderers();
const FRAME = { width: 270, height: 480 };

async function findings(safe_area: string | undefined, layer: object): Promise<string[]> {
  const layers = [{ name: 'a', ...layer }];
  const file = (url: string): string => renderers.file(url);
  const { warnings } = await inspectTimeline(timelineOf({ ...FRAME, layers, ...(safe_area && { safe_area }) }), {
    image: file,
    font: file,
  });
  return warnings
    .filter(({ code }) => code === 'OUTSIDE_SAFE_AREA')
    .map(({ field, message }) => `${field}: ${message}`);
}

const text = (more: object) => ({ type: 'text', text: 'Words', font_size: 20, align: 'center', ...more });

describe('a document that asks for a safe area', () => {
  it('learns which text is covered, at which side and by how much', async () => {
    const [finding, ...others] = await findings('instagram_reels', text({ bottom: 0, height: 30, left: 0, right: 0 }));
    expect(others).toEqual([]);
    expect(finding).toMatch(
      /^pages\[0\]\.layers\[0\]: the layer reaches beyond the safe area of Instagram Reels: 1[56]\d pixels at the bottom$/,
    );
  });

  it.each<[string, object]>([
    ['a text within it', text({ center_y: 0, height: 30 })],
    [
      'a box with a background that is larger than its letters',
      text({ vertical_align: 'middle', background_color: '#123456' }),
    ],
    ['a text that comes from outside', text({ center_y: 0, height: 30, enter: { type: 'slide', direction: 'left' } })],
    ['a picture over the whole frame', { type: 'shape' }],
    ['a text that is hidden', text({ top: 0, height: 30, visible: false })],
  ])('receives no finding about %s', async (_, layer) => {
    expect(await findings('instagram_reels', layer)).toEqual([]);
  });

  it('learns of codes, and of layers within groups', async () => {
    const code = { type: 'machine_code', text: 'https://example.com', right: 0, center_y: 0, width: 80, height: 80 };
    expect(await findings('tiktok', code)).toEqual([expect.stringContaining('38 pixels at the right')]);
    const group = { type: 'group', layers: [{ ...text({ top: 0, height: 30 }), name: 'b' }] };
    expect(await findings('title_safe', group)).toEqual([
      expect.stringMatching(/^pages\[0\]\.layers\[0\]\.layers\[0\]: .* pixels at the top$/),
    ]);
  });

  it('receives none if it asks for no area', async () => {
    const covered = text({ bottom: 0, height: 30 });
    expect(await findings(undefined, covered)).toEqual([]);
    expect(await findings('none', covered)).toEqual([]);
  });
});
