// The gallery: each animation, transition, effect and layer kind as an example that plays, made from the lists of the code.
import 'reflect-metadata';
import { format } from 'prettier';
import {
  ANIMATION_TYPES,
  BLEND_MODES,
  TRANSITION_TYPES,
  validateTemplate,
} from '../../../dist/libs/template/src/index.js';

const FRAME = { width: 640, height: 360 };
const GROUND = 'linear-gradient(135deg, #0f172a, #14532d)';
const TITLE = { name: 'title', type: 'text', text: 'Framewright', font_size: 76, weight: 800, text_color: '#ffffff' };
const CENTERED = { align: 'center', vertical_align: 'middle' };
const PHOTO = { name: 'photo', type: 'image', source_url: 'https://example.com/dusk.jpg' };
const LOOPS = new Set(['ken_burns', 'pulse', 'float', 'shake', 'spin']);
/** Layers for the animations that are made for some kinds. */
const MADE_FOR = {
  draw: {
    name: 'ring',
    type: 'shape',
    shape: 'ellipse',
    x: '35%',
    y: '23%',
    width: 194,
    height: 194,
    stroke_color: '#f2c14e',
    stroke_width: 14,
    fill_color: 'transparent',
  },
  count: { ...TITLE, ...CENTERED, text: '1,250' },
  ken_burns: PHOTO,
};
const EFFECTS = {
  blur: 12,
  brightness: 1.6,
  contrast: 1.6,
  saturation: 0,
  hue_rotate: 120,
  opacity: 0.4,
  rotation: 8,
  scale: 0.7,
};

const INTRODUCTION = `Every example plays in this page, drawn by the engine that renders videos. Its JSON is the whole document.

<div data-gallery></div>
`;

/** The text of the page, whose documents are all valid. */
export async function galleryText() {
  const sections = [
    section('Animations', ANIMATION_TYPES, animationOf),
    section('Split texts', ['line', 'word', 'letter'], splitOf),
    section(
      'Transitions',
      TRANSITION_TYPES.filter((type) => type !== 'none'),
      transitionOf,
    ),
    section('Effects', Object.keys(EFFECTS), effectOf),
    section(
      'Blend modes',
      BLEND_MODES.filter((mode) => mode !== 'normal'),
      blendOf,
    ),
  ];
  return `${INTRODUCTION}\n${(await Promise.all(sections)).join('\n')}`;
}

async function section(title, names, documentOf) {
  const examples = await Promise.all(names.map((name) => exampleText(name, documentOf(name))));
  return `## ${title}\n\n${examples.join('\n')}`;
}

async function exampleText(name, document) {
  const checked = validateTemplate(document);
  if (!checked.ok) throw new Error(`the example of ${name} is refused: ${JSON.stringify(checked.faults)}`);
  const json = await format(JSON.stringify(document), { parser: 'json', printWidth: 90 });
  return `### ${name}\n\n<details>\n<summary>JSON</summary>\n\n\`\`\`json\n${json}\`\`\`\n\n</details>\n`;
}

function page(...layers) {
  return { number: 1, duration: 3, background_color: GROUND, layers };
}

function animationOf(type) {
  const layer = MADE_FOR[type] ?? { ...TITLE, ...CENTERED };
  if (LOOPS.has(type))
    return { name: type, ...FRAME, pages: [page({ ...layer, loop_animation: { type, duration: 1.5 } })] };
  return {
    name: type,
    ...FRAME,
    pages: [page({ ...layer, enter: { type, duration: 0.9 }, exit: { type: 'fade', duration: 0.4 } })],
  };
}

function splitOf(split) {
  const text = { ...TITLE, ...CENTERED, text: 'Piece by piece,\none by one', font_size: 56 };
  const enter = { type: 'slide', direction: 'up', distance: '40%', duration: 0.5, split };
  return { name: `By ${split}`, ...FRAME, pages: [page({ ...text, enter })] };
}

function transitionOf(type) {
  const first = { number: 1, duration: 2, layers: [PHOTO] };
  const second = {
    ...page({ ...TITLE, ...CENTERED, text: type }),
    number: 2,
    duration: 2,
    transition: { type, duration: 1 },
  };
  return { name: type, ...FRAME, pages: [first, second] };
}

function effectOf(property) {
  const from = property === 'blur' || property === 'hue_rotate' || property === 'rotation' ? 0 : 1;
  const keyframes = {
    [property]: [
      { time: 0.4, value: from },
      { time: 2, value: EFFECTS[property] },
    ],
  };
  const centered =
    property === 'scale' || property === 'rotation' ? { x: '50%', y: '50%', anchor_x: 0.5, anchor_y: 0.5 } : {};
  return { name: property, ...FRAME, pages: [page({ ...PHOTO, ...centered, keyframes })] };
}

function blendOf(mode) {
  const disc = {
    name: 'disc',
    type: 'shape',
    shape: 'ellipse',
    x: '30%',
    y: '12%',
    width: 270,
    height: 270,
    fill_color: '#e07a5f',
  };
  return {
    name: mode,
    ...FRAME,
    pages: [page(PHOTO, { ...disc, blend_mode: mode, loop_animation: { type: 'float', duration: 2 } })],
  };
}
