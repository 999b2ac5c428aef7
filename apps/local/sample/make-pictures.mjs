// Draws the sample's pictures: an invented product, Halo, a desk lamp whose light follows the sun.
// node apps/local/sample/make-pictures.mjs writes dusk.jpg and halo.jpg beside itself; the same bytes on every run.
import { createCanvas } from '@napi-rs/canvas';
import fs from 'node:fs';
import path from 'node:path';

/** Deterministic grain (mulberry32): keeps wide gradients from banding. */
function grain(context, strength) {
  const { width, height } = context.canvas;
  const picture = context.getImageData(0, 0, width, height);
  let state = 20261121;
  for (let i = 0; i < picture.data.length; i += 4) {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    const noise = (((t ^ (t >>> 14)) >>> 0) / 2 ** 32 - 0.5) * strength;
    for (let c = 0; c < 3; c++) picture.data[i + c] += noise;
  }
  context.putImageData(picture, 0, 0);
}

function linear(context, [x0, y0, x1, y1], stops) {
  const gradient = context.createLinearGradient(x0, y0, x1, y1);
  for (const [at, color] of stops) gradient.addColorStop(at, color);
  return gradient;
}

function radial(context, [x, y, radius], stops) {
  const gradient = context.createRadialGradient(x, y, 0, x, y, radius);
  for (const [at, color] of stops) gradient.addColorStop(at, color);
  return gradient;
}

function fill(context, style, draw) {
  context.fillStyle = style;
  context.beginPath();
  draw();
  context.fill();
}

/** An arched window on the evening sky, the sun low in it. */
function drawWindow(context, { x, y, width, height }) {
  const arch = () => {
    context.beginPath();
    context.moveTo(x, y + height);
    context.lineTo(x, y + width / 2);
    context.arc(x + width / 2, y + width / 2, width / 2, Math.PI, 0);
    context.lineTo(x + width, y + height);
    context.closePath();
  };
  context.save();
  arch();
  context.clip();
  const sky = [
    [0, '#2a2560'],
    [0.42, '#7b3f7d'],
    [0.68, '#e0705a'],
    [0.86, '#f9b265'],
    [1, '#ffd99a'],
  ];
  fill(context, linear(context, [x, y, x, y + height], sky), () => context.rect(x, y, width, height));
  const sun = [x + width * 0.62, y + height * 0.74];
  const shine = [
    [0, 'rgba(255,240,205,0.95)'],
    [0.2, 'rgba(255,214,140,0.55)'],
    [1, 'rgba(255,180,110,0)'],
  ];
  fill(context, radial(context, [...sun, 260], shine), () => context.rect(x, y, width, height));
  fill(context, '#fff3d6', () => context.arc(...sun, 46, 0, 2 * Math.PI));
  const hills = [
    ['#8a3f63', 0.86, 46, 0.0052, 0.4],
    ['#5a2c5c', 0.91, 34, 0.0081, 2.1],
    ['#32204c', 0.96, 22, 0.0113, 4.4],
  ];
  for (const [color, level, swing, rate, phase] of hills) {
    fill(context, color, () => {
      context.moveTo(x, y + height);
      for (let px = 0; px <= width; px += 4) {
        context.lineTo(x + px, y + height * level + Math.sin(px * rate + phase) * swing * 0.6);
      }
      context.lineTo(x + width, y + height);
    });
  }
  context.restore();
  context.lineWidth = 14;
  context.strokeStyle = '#181233';
  arch();
  context.stroke();
  context.lineWidth = 7;
  context.beginPath();
  context.moveTo(x + width / 2, y);
  context.lineTo(x + width / 2, y + height);
  context.moveTo(x, y + width / 2 + 120);
  context.lineTo(x + width, y + width / 2 + 120);
  context.stroke();
}

/** The lamp: a ring of light on a slender stand. `size` is the ring's radius. */
function drawLamp(context, { x, y, size, foot, metal, glow }) {
  context.save();
  context.globalCompositeOperation = 'screen';
  for (const [reach, alpha] of [
    [3.4, 0.34],
    [2.1, 0.3],
    [1.45, 0.26],
  ]) {
    const halo = [
      [0, `rgba(255,170,100,${alpha * 0.25 * glow})`],
      [0.9 / reach, `rgba(255,186,110,${alpha * glow})`],
      [1, 'rgba(255,140,60,0)'],
    ];
    fill(context, radial(context, [x, y, size * reach], halo), () => context.arc(x, y, size * reach, 0, 2 * Math.PI));
  }
  context.restore();

  const stand = linear(context, [x - size * 0.04, 0, x + size * 0.04, 0], metal);
  fill(context, stand, () => context.roundRect(x - size * 0.035, y + size, size * 0.07, foot - y - size, size * 0.03));
  fill(context, linear(context, [x - size * 0.5, 0, x + size * 0.5, 0], metal), () =>
    context.ellipse(x, foot, size * 0.5, size * 0.085, 0, 0, 2 * Math.PI),
  );
  fill(context, 'rgba(255,226,180,0.35)', () =>
    context.ellipse(x, foot - size * 0.018, size * 0.47, size * 0.068, 0, 0, 2 * Math.PI),
  );

  context.save();
  context.lineWidth = size * 0.17;
  context.strokeStyle = linear(context, [x - size, y - size, x + size, y + size], metal);
  context.beginPath();
  context.arc(x, y, size, 0, 2 * Math.PI);
  context.stroke();
  context.shadowColor = 'rgba(255,176,84,0.95)';
  context.strokeStyle = '#ffe9c4';
  context.lineWidth = size * 0.1;
  for (const blur of [size * 0.5, size * 0.22, size * 0.08]) {
    context.shadowBlur = blur;
    context.stroke();
  }
  context.shadowBlur = 0;
  context.lineWidth = size * 0.05;
  context.strokeStyle = '#fffaf0';
  context.stroke();
  context.restore();
}

/** Eucalyptus in a vase, seen against the light. */
function drawTwigs(context, { x, y, color, scale }) {
  context.save();
  context.translate(x, y);
  context.scale(scale, scale);
  context.fillStyle = color;
  context.strokeStyle = color;
  context.lineWidth = 4;
  context.lineCap = 'round';
  for (const [lean, length] of [
    [-0.34, 270],
    [0.05, 330],
    [0.42, 250],
  ]) {
    const at = (t) => [Math.sin(lean) * length * t + Math.sin(t * 3) * 12 * lean, -92 - Math.cos(lean) * length * t];
    context.beginPath();
    context.moveTo(0, -80);
    for (let t = 0; t <= 1; t += 0.05) context.lineTo(...at(t));
    context.stroke();
    for (let t = 0.2; t <= 1.01; t += 0.115) {
      const [px, py] = at(t);
      for (const side of [-1, 1]) {
        context.save();
        context.translate(px, py);
        context.rotate(lean + side * 1.05);
        context.beginPath();
        context.ellipse(0, -26 * (1.15 - t * 0.5), 12 * (1.2 - t * 0.5), 25 * (1.15 - t * 0.5), 0, 0, 2 * Math.PI);
        context.fill();
        context.restore();
      }
    }
  }
  context.beginPath();
  context.moveTo(-26, -100);
  context.bezierCurveTo(-20, -70, -62, -58, -58, -18);
  context.quadraticCurveTo(-54, 6, 0, 6);
  context.quadraticCurveTo(54, 6, 58, -18);
  context.bezierCurveTo(62, -58, 20, -70, 26, -100);
  context.closePath();
  context.fill();
  context.restore();
}

const DARK_METAL = [
  [0, '#2a2342'],
  [0.45, '#8b7795'],
  [0.6, '#c9a98f'],
  [1, '#3a2c48'],
];

const BRASS = [
  [0, '#a9743b'],
  [0.4, '#f0c98b'],
  [0.62, '#fff0d2'],
  [1, '#9c6631'],
];

function dusk() {
  const width = 2080;
  const height = 1170;
  const table = 948;
  const context = createCanvas(width, height).getContext('2d');
  const wall = [
    [0, '#0c1030'],
    [0.5, '#1a1640'],
    [1, '#33204f'],
  ];
  fill(context, linear(context, [0, 0, width, height], wall), () => context.rect(0, 0, width, height));
  drawWindow(context, { x: 1120, y: 96, width: 400, height: 720 });
  const top = [
    [0, '#2c1a3c'],
    [0.12, '#221533'],
    [1, '#0e0a20'],
  ];
  fill(context, linear(context, [0, table - 60, 0, height], top), () => context.rect(0, table - 60, width, height));
  fill(context, 'rgba(255,190,120,0.28)', () => context.rect(0, table - 60, width, 2));
  const pool = [
    [0, 'rgba(255,190,110,0.62)'],
    [0.4, 'rgba(240,140,80,0.25)'],
    [1, 'rgba(200,90,70,0)'],
  ];
  context.save();
  context.translate(1640, table);
  context.scale(1, 0.17);
  fill(context, radial(context, [0, 0, 760], pool), () => context.arc(0, 0, 760, 0, 2 * Math.PI));
  context.restore();
  drawTwigs(context, { x: 1236, y: table - 14, color: '#150d28', scale: 1.12 });
  drawLamp(context, { x: 1640, y: 470, size: 268, foot: table, metal: DARK_METAL, glow: 1 });
  grain(context, 2);
  return context.canvas;
}

function halo() {
  const width = 1120;
  const height = 1240;
  const floor = 1040;
  const context = createCanvas(width, height).getContext('2d');
  const wall = [
    [0, '#f3d9bd'],
    [0.55, '#eec39b'],
    [1, '#e2a679'],
  ];
  fill(context, linear(context, [0, 0, 0, height], wall), () => context.rect(0, 0, width, height));
  const light = [
    [0, 'rgba(255,250,238,0.95)'],
    [0.5, 'rgba(255,236,206,0.5)'],
    [1, 'rgba(255,226,186,0)'],
  ];
  fill(context, radial(context, [560, 470, 760], light), () => context.rect(0, 0, width, height));
  const ground = [
    [0, '#d9976a'],
    [0.1, '#e6ad82'],
    [1, '#c97f55'],
  ];
  fill(context, linear(context, [0, floor - 70, 0, height], ground), () => context.rect(0, floor - 70, width, height));
  context.save();
  context.filter = 'blur(22px)';
  fill(context, 'rgba(120,58,28,0.42)', () => context.ellipse(600, floor + 22, 270, 34, 0, 0, 2 * Math.PI));
  context.restore();
  drawTwigs(context, { x: 232, y: floor + 40, color: '#7f5a3c', scale: 1.18 });
  drawLamp(context, { x: 600, y: 470, size: 292, foot: floor, metal: BRASS, glow: 0.55 });
  grain(context, 2);
  return context.canvas;
}

for (const [name, canvas, quality] of [
  ['dusk.jpg', dusk(), 89],
  ['halo.jpg', halo(), 86],
]) {
  fs.writeFileSync(path.join(import.meta.dirname, name), canvas.toBuffer('image/jpeg', quality));
}
