import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { Matrix } from '#libs/document';
import type { TemplateDocument } from '#libs/template';
import { compile } from './compile.js';
import { sample } from '../sample/sample.js';
import { testVersion } from './test-version.js';

const document = (width: number, height: number): TemplateDocument => ({
  name: 'Spec',
  width,
  height,
  pages: [
    {
      number: 1,
      duration: 1,
      layers: [
        { name: 'half', type: 'shape', x: '50%', y: 100, width: '25%', height: 40, rotation: 30 },
        { name: 'title', type: 'text', text: 'Hello', enter: { type: 'slide', direction: 'left', duration: 1 } },
      ],
    },
    { number: 2, duration: 1, transition: { type: 'fade', duration: 0.5 } },
  ],
});

describe('a test video', () => {
  it.each([
    [1920, 1080, 960, 540],
    [3840, 2160, 960, 540],
    [1080, 1920, 304, 540],
    [640, 540, 640, 540],
    [320, 180, 320, 180],
    [3840, 16, 3840, 16],
    [16, 3840, 16, 540],
  ])('of %dx%d has %dx%d pixels', (width, height, expectedWidth, expectedHeight) => {
    const { width: testWidth, height: testHeight } = testVersion(compile(document(width, height), { fps: 24 }));
    expect([testWidth, testHeight]).toEqual([expectedWidth, expectedHeight]);
  });

  it('is even in both directions, within 540 lines and filled to its edges, whatever the document’s size', () => {
    const side = fc.integer({ min: 8, max: 1920 }).map((half) => 2 * half);
    fc.assert(
      fc.property(side, side, (width, height) => {
        const timeline = testVersion(compile(document(width, height), { fps: 24 }));
        expect([timeline.width % 2, timeline.height % 2]).toEqual([0, 0]);
        expect(timeline.height).toBeLessThanOrEqual(540);
        const { scale } = timeline.canvas!;
        expect(width * scale).toBeGreaterThanOrEqual(timeline.width - 1e-6);
        expect(height * scale).toBeGreaterThanOrEqual(timeline.height - 1e-6);
      }),
    );
  });

  it('shows the same layers at the same places, scaled, below a watermark', () => {
    const whole = compile(document(1920, 1080), { fps: 24 });
    const small = testVersion(whole);
    const halved = (matrix: Matrix) => matrix.map((part) => part / 2);
    for (const frame of [0, 7, 15, 30]) {
      const [expected, shown] = [sample(whole, frame), sample(small, frame)];
      expect([shown.width, shown.height]).toEqual([960, 540]);
      expect(shown.transition).toEqual(expected.transition);
      for (const [n, page] of shown.pages.entries()) {
        const { nodes, ...rest } = expected.pages[n]!;
        const matrices = nodes.map(({ matrix, rest: atRest }) => ({ matrix: halved(matrix), rest: halved(atRest) }));
        expect(page).toEqual({
          ...rest,
          nodes: [...nodes.map((node, at) => ({ ...node, ...matrices[at]! })), expect.anything()],
        });
        expect(page.nodes.at(-1)!.layer).toMatchObject({ type: 'text', text: 'TEST TEST TEST' });
      }
    }
  });

  it.each(['watermark', 'TEST TEST TEST'])('has its watermark where a layer named %j masks another', (name) => {
    const layers = [
      { name, type: 'shape' },
      { name: 'masked', type: 'shape', mask: { layer: name } },
    ];
    const pages = [{ number: 1, duration: 1, layers }] as TemplateDocument['pages'];
    const masking: TemplateDocument = { name: 'Spec', width: 640, height: 360, pages };
    const [page] = sample(testVersion(compile(masking, { fps: 24 })), 0).pages;
    expect(page!.nodes.at(-1)!.layer).toMatchObject({ type: 'text', text: 'TEST TEST TEST' });
  });

  it('keeps its length and its sounds', () => {
    const whole = compile(document(1920, 1080), { fps: 24, audioUrl: 'https://example.com/a.mp3' });
    const { frameCount, fps, durationS, sounds, posterFrame } = testVersion(whole);
    expect({ frameCount, fps, durationS, sounds, posterFrame }).toEqual({
      frameCount: whole.frameCount,
      fps: whole.fps,
      durationS: whole.durationS,
      sounds: whole.sounds,
      posterFrame: whole.posterFrame,
    });
  });
});
