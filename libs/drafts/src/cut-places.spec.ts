import { describe, expect, it } from '@jest/globals';
import { validateTemplate } from '#libs/template';
import { compile, type Timeline } from '#libs/timeline';
import { cutPlacesOf } from './cut-places.js';

/**
 * Pages of ten seconds; a transition of one second leads to the second page. On each page a title slides in for four
 * seconds.
 */
function timelineOf(pages: number, size = { width: 1920, height: 1080 }): Timeline {
  const title = { name: 'title', type: 'text', text: 'Hello', enter: { type: 'slide', duration: 4 } };
  const page = (n: number) => ({
    ...{ number: n + 1, duration: 10, layers: [title] },
    ...(n === 1 && { transition: { type: 'fade', duration: 1 } }),
  });
  const checked = validateTemplate({ name: 'Long', ...size, pages: Array.from({ length: pages }, (_, n) => page(n)) });
  if (!checked.ok) throw new Error(JSON.stringify(checked.faults));
  return compile(checked.value, { fps: 24 });
}

describe('the places at which a video may be cut', () => {
  it('are the edges of its pages and transitions, and seconds in which its picture moves', () => {
    const places = cutPlacesOf(timelineOf(3), 'mp4')!;
    expect(places.edges).toEqual([216, 240, 456]);
    expect(places.hasAssets).toBe(false);
    expect(places.moving).toEqual(expect.arrayContaining([24, 48, 72]));
    expect(places.moving).not.toContain(120);
    expect(places.moving).not.toContain(168);
  });

  it('are none of a gif and of a short video', () => {
    expect(cutPlacesOf(timelineOf(3), 'gif')).toBeNull();
    expect(cutPlacesOf(timelineOf(1, { width: 320, height: 180 }), 'mp4')).toBeNull();
  });

  it('are about a thousand at most, however long it is', () => {
    const places = cutPlacesOf(timelineOf(50), 'webm')!;
    expect(places.moving.length).toBeLessThanOrEqual(1_000);
    expect(places.edges).toHaveLength(50);
  });
});
