import { describe, expect, it } from '@jest/globals';
import type { JsonObject, LayerPath, Matrix } from '#libs/document';
import { applyModifications, fieldInTemplate, validateTemplate } from '#libs/template';
import { compile, groupsAt, sample, type SceneNode, withinHeight } from '#libs/timeline';
import { handleDragged, movedBoxes, turnedTowards } from '../../../apps/console/src/editor/canvas/box-drags.ts';
import { boxInFrame } from '../../../apps/console/src/editor/canvas/frame-box.ts';
import {
  documentOf,
  type EditorState,
  openDocument,
  select,
  showPage,
  withMotions,
} from '../../../apps/console/src/editor/model/editor-state.ts';
import { motionsOf } from '../../../apps/console/src/editor/picture/motions.ts';

const FPS = 24;
const box: JsonObject = {
  type: 'shape',
  shape: 'rectangle',
  x: 100,
  y: 50,
  width: 200,
  height: 100,
  anchor_x: 0.5,
  anchor_y: 0.5,
};
const frames = (property: string, from: number | string, to: number | string): JsonObject => ({
  [property]: [
    { time: 0, value: from, easing: 'linear' },
    { time: 2, value: to },
  ],
});
const document: JsonObject = {
  ...{ name: 'Moving', width: 640, height: 360 },
  pages: [
    {
      ...{ number: 1, duration: 2 },
      layers: [
        { ...box, name: 'still', rotation: 20 },
        { ...box, name: 'moving', keyframes: { ...frames('x', 100, '50%'), ...frames('rotation', 0, 90) } },
        { ...box, name: 'growing', keyframes: { ...frames('width', 100, 300), ...frames('scale', 0.5, 2) } },
        { ...box, name: 'entering', enter: { type: 'slide', duration: 2, easing: 'linear' } },
        {
          ...{ name: 'group', type: 'group', x: 40, y: 20, width: 400, height: 300 },
          keyframes: { ...frames('y', 0, 100), ...frames('rotation', 0, 45) },
          layers: [{ ...box, name: 'inner' }],
        },
      ],
    },
  ],
};
const LAYERS: readonly [name: string, path: LayerPath][] = [
  ['still', ['pages', 0, 'layers', 0]],
  ['moving', ['pages', 0, 'layers', 1]],
  ['growing', ['pages', 0, 'layers', 2]],
  ['entering', ['pages', 0, 'layers', 3]],
  ['group', ['pages', 0, 'layers', 4]],
  ['inner', ['pages', 0, 'layers', 4, 'layers', 0]],
];

/** The layers of the frame after a second, as the engine draws them in a picture of half the size. */
function placed(shown: JsonObject, frame = FPS) {
  const checked = validateTemplate(shown);
  if (!checked.ok) throw new Error(JSON.stringify(checked.faults));
  const applied = applyModifications(checked.value, {});
  if (!applied.ok) throw new Error(JSON.stringify(applied.faults));
  const timeline = withinHeight(compile(applied.value, { fps: FPS }), 180);
  const flat = (node: SceneNode): SceneNode[] => [node, ...(node.children ?? []).flatMap(flat)];
  const nodes = sample(timeline, frame).pages.flatMap((page) => page.nodes.flatMap(flat));
  const drawn = [...groupsAt(timeline, frame), ...nodes];
  return drawn.map(({ key, box: size, matrix }) => ({
    ...{ key, box: size, matrix },
    source: fieldInTemplate(key, applied.origins),
  }));
}

const resting = (state: EditorState) =>
  withMotions(state, motionsOf({ document: documentOf(state), layers: placed(documentOf(state)), scale: 0.5 }, 0));

/** The corners of a layer in the frame, by the engine. */
function drawn(state: EditorState, path: LayerPath): number[] {
  const key = path
    .map((step) => (typeof step === 'number' ? `[${step}]` : `.${step}`))
    .join('')
    .slice(1);
  const { box: size, matrix } = placed(documentOf(state)).find((each) => each.key === key)!;
  return corners(size, matrix).map((value) => value * 2);
}

function shown(state: EditorState, path: LayerPath): number[] {
  const { size, matrix } = boxInFrame(state, path);
  return corners(size, matrix);
}

function corners({ width, height }: { width: number; height: number }, [a, b, c, d, e, f]: Matrix): number[] {
  return [e, f, a * width + e, b * width + f, c * height + e, d * height + f];
}

const close = (one: number[], other: number[], px = 0.02) =>
  one.forEach((value, index) => expect(Math.abs(value - other[index]!)).toBeLessThan(px));

describe('the box of a layer at a playhead where keyframes and animations move layers', () => {
  const opened = resting(openDocument(document));

  it.each(LAYERS)('is where the engine draws %s', (_, path) => {
    close(shown(opened, path), drawn(opened, path));
  });

  it('is its own where nothing moves it', () => {
    expect([...opened.motions.keys()].sort()).toEqual(['entering', 'group', 'growing', 'moving']);
    expect(openDocument(document).motions.size).toBe(0);
  });

  it('is that of the first copy of a layer that repeats, on a page behind one that repeats', () => {
    const [, moving, , , group] = (document['pages'] as { layers: JsonObject[] }[])[0]!.layers;
    const repeat = { list: 'items' };
    const repeated: JsonObject = {
      ...{ name: 'Repeated', width: 640, height: 360 },
      variables: { items: { type: 'list', fields: { n: { type: 'number' } }, default: [{ n: 1 }, { n: 2 }] } },
      pages: [
        { number: 1, duration: 0.5, repeat, layers: [] },
        {
          number: 2,
          duration: 2,
          layers: [
            { ...moving!, repeat },
            { ...group!, repeat },
          ],
        },
      ],
    };
    const state = showPage(openDocument(repeated), 1);
    const { motions } = withMotions(
      state,
      motionsOf({ document: repeated, layers: placed(repeated, 2 * FPS), scale: 0.5 }, 1),
    );
    const plain = [opened.motions.get('moving')!, opened.motions.get('group')!];
    expect([...motions.keys()].sort()).toEqual(['group', 'moving']);
    expect([motions.get('moving')!.own, motions.get('group')!.own]).toEqual(plain.map(({ own }) => own));
    close([...motions.get('moving')!.matrix], [...plain[0]!.matrix]);
    close([...motions.get('group')!.matrix], [...plain[1]!.matrix]);
  });

  it.each(LAYERS)('follows the pointer that drags %s, and is there when it is drawn again', (_, path) => {
    const state = select(opened, path);
    const by = { x: 31, y: -12 };
    const { step } = movedBoxes({ before: state, name: 'drag' }, by, 0);
    const wanted = shown(state, path).map((value, index) => value + (index % 2 === 0 ? by.x : by.y));
    close(shown(step(state), path), wanted, 0.05);
    // How far an entrance slides depends on where it ends.
    close(drawn(step(state), path), wanted, path[3] === 3 ? by.x : 0.05);
    close(drawn(step(state), path), shown(resting(step(state)), path));
  });

  it.each(LAYERS)('has the opposite corner where it was when a handle of %s is dragged', (_, path) => {
    const state = select(opened, path);
    const { step } = handleDragged(
      { before: state, name: 'drag' },
      'se',
      { x: 9, y: 5 },
      { shiftKey: false, altKey: false, reach: 0 },
    );
    const corner = shown(state, path).slice(0, 2);
    close(drawn(step(state), path).slice(0, 2), corner, 0.1);
    expect(drawn(step(state), path)).not.toEqual(drawn(state, path));
  });

  it.each(LAYERS)('is turned towards the pointer by the handle of %s', (_, path) => {
    const state = select(opened, path);
    const [x, y] = shown(state, path) as [number, number];
    const { step } = turnedTowards({ before: state, name: 'drag' }, { x: x + 500, y }, false);
    close(drawn(step(state), path), shown(resting(step(state)), path));
    expect(drawn(step(state), path)).not.toEqual(drawn(state, path));
  });
});
