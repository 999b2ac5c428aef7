import { describe, expect, it } from '@jest/globals';
import { sample } from './sample.js';
import type { SceneNode } from './scene.js';
import { BOX, nodesAt, pageOf, type Json } from '../testing/documents.js';

function group(more: Json = {}, layers: readonly Json[] = [BOX]): Json {
  return { type: 'group', name: 'g', x: 10, y: 20, width: 200, height: 100, layers, ...more };
}

function onlyNode(layers: readonly Json[], frame = 0): SceneNode {
  const [node, ...more] = nodesAt(layers, frame);
  if (!node || more.length > 0) throw new Error(`${more.length + (node ? 1 : 0)} nodes`);
  return node;
}

describe('a group', () => {
  it('without an effect as a whole is replaced by its layers, placed in its box', () => {
    const node = onlyNode([group({ scale: 2 }, [{ ...BOX, width: '50%' }])]);
    expect(node).toMatchObject({ key: 'pages[0].layers[0].layers[0]', box: { width: 100, height: 20 } });
    expect(node.matrix).toEqual([2, 0, 0, 2, 210, 120]);
    expect(node.rest).toEqual(node.matrix);
  });

  it.each<[what: string, more: Json, layers: Json[]]>([
    ['translucent', { opacity: 0.5 }, [BOX]],
    ['blended', { blend_mode: 'multiply' }, [BOX]],
    ['filtered', { blur: 3 }, [BOX]],
    ['clipped', { clip: true }, [BOX]],
    ['of layers that blend', {}, [{ ...BOX, blend_mode: 'screen' }]],
  ])('that is %s stays whole', (_, more, layers) => {
    const node = onlyNode([group(more, layers)]);
    expect(node.layer).toEqual({ type: 'group' });
    expect(node.children).toHaveLength(1);
    expect(node.children![0]!.matrix).toEqual([1, 0, 0, 1, 110, 70]);
  });

  it('keeps its content while it moves as one, and changes it when a layer moves in it', () => {
    const enter = { type: 'slide', duration: 2, distance: 50 };
    const moving = [group({ enter })];
    const [early, late] = [onlyNode(moving, 10), onlyNode(moving, 20)];
    expect(early.matrix).not.toEqual(late.matrix);
    expect(early.content).toBe(late.content);
    const within = [group({ opacity: 0.5 }, [{ ...BOX, enter }])];
    expect(onlyNode(within, 10).content).not.toBe(onlyNode(within, 20).content);
  });

  const text = { ...BOX, type: 'text', text: '120' };
  const key = (time: number, value: unknown): Json => ({ time, value });
  it.each<[what: string, layers: Json[], changing: [boolean, boolean]]>([
    ['rest', [BOX], [false, false]],
    ['count', [{ ...text, enter: { type: 'count', duration: 1 } }], [true, false]],
    ['fade', [{ ...BOX, enter: { type: 'fade', duration: 1 } }], [true, false]],
    ['come in pieces', [{ ...text, enter: { type: 'fade', split: 'letter', duration: 1 } }], [true, false]],
    ['have keyframes', [{ ...BOX, keyframes: { opacity: [key(0, 0.5), key(1, 1)] } }], [true, false]],
    ['follow the time', [{ ...BOX, type: 'progress', follows: 'page' }], [true, true]],
    ['show one value', [{ ...BOX, type: 'progress', value: 0.5 }], [false, false]],
    ['are in a group', [group({ name: 'inner' }, [{ ...BOX, enter: { type: 'fade', duration: 1 } }])], [true, false]],
  ])('knows whether its layers change: they %s', (_, layers, changing) => {
    const isAnimated = (frame: number): boolean =>
      onlyNode([group({ opacity: 0.5 }, layers)], frame).isAnimated ?? false;
    expect([isAnimated(10), isAnimated(60)]).toEqual(changing);
  });

  it('is omitted if it is empty', () => {
    expect(nodesAt([group({ opacity: 0.5 }, [{ ...BOX, visible: false }])], 0)).toEqual([]);
    expect(nodesAt([group({ visible: false })], 0)).toEqual([]);
    expect(nodesAt([group({ start: 1 })], 0)).toEqual([]);
  });

  it('limits the time of its layers to its own', () => {
    const layers = [
      group({ start: 1, duration: 2 }, [{ ...BOX, enter: { type: 'fade', duration: 1, easing: 'linear' } }]),
    ];
    const counts = [19, 20, 30, 59, 60].map((frame) => nodesAt(layers, frame).map(({ opacity }) => opacity));
    expect(counts).toEqual([[], [], [0.5], [1], []]);
  });
});

describe('a mask', () => {
  const mask = { ...BOX, name: 'm', x: 5 };

  it('is not painted itself, and masks as it appears in the frame', () => {
    const node = onlyNode([mask, { ...BOX, mask: { layer: 'm', mode: 'luma' } }]);
    expect(node).toMatchObject({
      key: 'pages[0].layers[1]',
      mask: { mode: 'luma', node: { key: 'pages[0].layers[0]' } },
    });
    expect(node.mask!.node.matrix).toEqual([1, 0, 0, 1, 5, 50]);
  });

  it('works hidden, after its layer, and from within a group', () => {
    const node = onlyNode([{ ...BOX, mask: { layer: 'm' } }, group({}, [{ ...mask, visible: false }])]);
    expect(node.mask!.node.matrix).toEqual([1, 0, 0, 1, 15, 70]);
  });

  it('that is absent hides everything, or nothing when it is inverted', () => {
    const late = { ...mask, start: 2 };
    expect(nodesAt([late, { ...BOX, mask: { layer: 'm' } }], 0)).toEqual([]);
    expect(onlyNode([late, { ...BOX, mask: { layer: 'm', mode: 'alpha-inverted' } }]).mask).toBeUndefined();
  });

  it('may be an image over the layer that moves with it', () => {
    const picture = { source_url: 'https://example.com/m.png' };
    const node = onlyNode([{ ...BOX, mask: picture, enter: { type: 'slide', duration: 1 } }], 10);
    expect(node.mask!.node).toMatchObject({ layer: { type: 'image', sourceUrl: picture.source_url }, box: node.box });
    expect(node.mask!.node.matrix).toEqual(node.matrix);
  });
});

describe('a camera over a picture', () => {
  const photo = {
    ...BOX,
    type: 'image',
    source_url: 'https://example.com/a.png',
    loop_animation: { type: 'ken_burns' },
  };

  it('zooms the layer behind its window', () => {
    const node = onlyNode([photo], 40);
    const [clip] = node.clips!;
    expect(node.matrix[0]).toBeCloseTo(1.075, 9);
    if (clip?.kind !== 'box') throw new Error('no window');
    const [a, , , d, e, f] = node.matrix;
    const shown = [clip.x * a + e, clip.y * d + f, clip.width * a, clip.height * d];
    expect(shown).toEqual([100, 50, 40, 20].map((value) => expect.closeTo(value, 9)));
  });

  it('needs no window where the picture fills the frame', () => {
    const node = onlyNode([{ ...photo, x: 0, y: 0, width: '100%', height: '100%' }], 40);
    expect(node.clips).toBeUndefined();
    expect(node.rasterKey).toBe('');
  });

  it('moves inside a border', () => {
    const node = onlyNode([{ ...photo, border_width: 4 }], 40);
    expect(node.matrix).toEqual(node.rest);
    expect(node.picture![0]).toBeCloseTo(1.075, 9);
  });
});

describe('filters', () => {
  it('are present if one of them has an effect', () => {
    expect(onlyNode([{ ...BOX, blur: 0, brightness: 1, hue_rotate: 360 }]).filters).toBeUndefined();
    const { filters, rasterKey } = onlyNode([{ ...BOX, contrast: 2, blur: 3 }]);
    expect(filters).toEqual({ blur: 3, brightness: 1, contrast: 2, saturation: 1, hueRotate: 0 });
    expect(rasterKey).not.toBe('');
  });

  it('may be keyframed, clamped to their ranges', () => {
    const blur = [
      { time: 0, value: 0, easing: 'in-back' },
      { time: 2, value: 20 },
    ];
    const timeline = pageOf([{ ...BOX, keyframes: { blur } }]);
    const blurs = Array.from(
      { length: 41 },
      (_, frame) => sample(timeline, frame).pages[0]!.nodes[0]!.filters?.blur ?? 0,
    );
    expect(Math.min(...blurs)).toBe(0);
    expect(blurs.at(-1)).toBe(20);
  });
});

describe('captions', () => {
  const cues = [
    { start: 1, end: 2, text: 'Hello brave new world' },
    { start: 3, end: 4, text: '你好世界' },
  ];
  const caption = (mode: string): Json => ({ type: 'caption', name: 'c', cues, mode });
  const textsAt = (mode: string, frame: number): unknown => {
    const [node] = nodesAt([caption(mode)], frame);
    if (node?.layer.type !== 'caption') return undefined;
    const { text, active } = node.layer;
    return active ? text.slice(active.from, active.to) : text;
  };

  it.each<[mode: string, expected: unknown[]]>([
    ['line', [undefined, 'Hello brave new world', 'Hello brave new world', undefined, '你好世界']],
    ['word', [undefined, 'Hello', 'brave', undefined, '你好']],
    ['highlight', [undefined, 'Hello', 'brave', undefined, '你好']],
  ])('by %s show the text of the moment', (mode, expected) => {
    expect([19, 20, 29, 40, 60].map((frame) => textsAt(mode, frame))).toEqual(expected);
  });
});

describe('numbers that count', () => {
  const textAt = (text: string, frame: number): unknown => {
    const enter = { type: 'count', duration: 2, easing: 'linear' };
    const [node] = nodesAt([{ ...BOX, type: 'text', text, enter }], frame);
    return node?.layer.type === 'text' ? node.layer.text : undefined;
  };

  it.each<[text: string, half: string]>([
    ['1,250 left', '625 left'],
    ['12,500.50 €', '6,250.25 €'],
    ['12.500,50 €', '6.250,25 €'],
    ['98.6 %', '49.3 %'],
    ['No. 007', 'No. 004'],
    ['v1.2.3 of 21.11.2026', 'v1.2.3 of 21.11.2026'],
    ['4111111111111111111', '4111111111111111111'],
  ])('in "%s"', (text, half) => expect([textAt(text, 20), textAt(text, 40)]).toEqual([half, text]));
});
