import { describe, expect, it } from '@jest/globals';
import { boundsOf, boxOf } from '#libs/document';
import { validateTemplate } from '#libs/template';
import { compile } from '../compile/compile.js';
import { sample } from './sample.js';
import type { SceneNode } from './scene.js';

type Json = Record<string, unknown>;

const FRAME = { width: 400, height: 200 };

/** The nodes of the first layer of a page of 2 s at the given times, s. */
function nodesOf(layer: Json, times: readonly number[]): SceneNode[] {
  const layers = [{ type: 'shape', name: 'a', ...layer }];
  const checked = validateTemplate({ name: 'x', ...FRAME, pages: [{ number: 1, duration: 2, layers }] });
  if (!checked.ok) throw new Error(JSON.stringify(checked.faults));
  const timeline = compile(checked.value, { fps: 10 });
  return times.map((timeS) => sample(timeline, timeS * 10).pages[0]!.nodes[0]!);
}

function placeOf({ box, matrix }: SceneNode): number[] {
  const { x, y, width, height } = boundsOf(box, matrix);
  return [x, y, width, height].map((value) => Math.round(value * 1e3) / 1e3);
}

const PLACES: readonly (readonly [Json, readonly number[]])[] = [
  [{ left: 10, top: 20, width: 30, height: 40 }, [10, 20, 30, 40]],
  [{ right: '10%', bottom: '5vh', width: '10vw', height: '10vmax' }, [320, 150, 40, 40]],
  [{ left: '5vw', right: '5vw', top: '5vmin', bottom: 0 }, [20, 10, 360, 190]],
  [{ center_x: 0, center_y: '10%', width: 100, height: 50, anchor_x: 1, anchor_y: 0.2 }, [150, 95, 100, 50]],
  [
    { center_x: 0, center_y: 0, width: 100, height: 50, rotation: 90, anchor_x: 0.5, anchor_y: 0.5 },
    [175, 50, 50, 100],
  ],
];

describe('a layer with constraints', () => {
  it.each(PLACES)('%j is drawn there', (layer, place) => {
    expect(placeOf(nodesOf(layer, [0])[0]!)).toEqual(place);
  });

  it.each(PLACES)('%j has in the editor the box that is drawn', (layer, place) => {
    const box = boxOf({ ...layer, rotation: 0 }, FRAME);
    const drawn = placeOf(nodesOf({ ...layer, rotation: 0 }, [0])[0]!);
    expect([box.x, box.y, box.width, box.height].map((value) => Math.round(value * 1e3) / 1e3)).toEqual(drawn);
    expect(layer['rotation'] ?? place).toEqual(layer['rotation'] ?? drawn);
  });

  it('keeps its distance to the edge of a group that grows', () => {
    const child = { type: 'shape', name: 'b', right: 10, center_y: 0, width: 20, height: 20 };
    const keyframes = {
      width: [
        { time: 0, value: 100, easing: 'linear' },
        { time: 1, value: 200 },
      ],
    };
    const group = { type: 'group', left: 50, top: 0, height: 100, keyframes, layers: [child] };
    expect(nodesOf(group, [0, 0.5, 1]).map((node) => placeOf(node)[0])).toEqual([120, 170, 220]);
  });

  it('moves and is stretched by keyframes of its distances', () => {
    const track = (from: unknown, to: unknown) => [
      { time: 0, value: from, easing: 'linear' },
      { time: 1, value: to },
    ];
    const layer = { left: 0, top: 0, height: 10, keyframes: { right: track('50vw', 0) } };
    const nodes = nodesOf(layer, [0, 0.5, 1]);
    expect(nodes.map((node) => placeOf(node)[2])).toEqual([200, 300, 400]);
    expect(new Set(nodes.map(({ content }) => content)).size).toBe(3);
    const moving = nodesOf({ width: 100, height: 10, top: 0, keyframes: { center_x: track('-25%', 0) } }, [0, 1]);
    expect(moving.map((node) => placeOf(node)[0])).toEqual([50, 150]);
    expect(moving[0]!.content).toBe(moving[1]!.content);
  });
});

describe('a length of the frame', () => {
  it('has the same pixels inside a group as outside, and in keyframes', () => {
    const text = {
      type: 'text',
      name: 't',
      text: 'A',
      font_size: '10vmin',
      padding: '1vw',
      width: '10vw',
      height: '10vh',
    };
    const [inside] = nodesOf({ type: 'group', width: '50%', height: '50%', layers: [text] }, [0]);
    expect(inside).toMatchObject({ box: { width: 40, height: 20 }, layer: { fontSize: 20, padding: 4 } });
    const keyframes = {
      font_size: [
        { time: 0, value: '10vmin', easing: 'linear' },
        { time: 1, value: '20vmin' },
      ],
    };
    const nodes = nodesOf({ ...text, keyframes }, [0, 0.5, 1]);
    expect(nodes.map(({ layer }) => layer.type === 'text' && layer.fontSize)).toEqual([20, 30, 40]);
  });
});
