/* global Blob, document, location, window, DOMMatrix, EventSource */
// The page of `framewright dev`: shows the template by the preview, and again after every save.
import { Preview } from '/preview/preview.js';

const IDS = ['picture', 'faults', 'play', 'moment', 'time', 'size', 'layer', 'still'];
const [canvas, faults, playing, moment, time, size, layer, still] = IDS.map((id) => document.getElementById(id));
/** Files of the template's folder; a number follows, which is another one after one of them has changed. */
const FILES = `${location.origin}/files/`;
/** Lines of the picture: a larger one plays too slowly. */
const MAX_HEIGHT = 1080;

const preview = new Preview({
  canvas,
  worker: '/preview/worker.js',
  fonts: '/fonts',
  allow: [FILES, 'https://', 'http://'],
});
/** The last template without faults, and its opened video. */
let shown, opened;
let seconds;
let isPlaying = false;
/** Files that are gray, with the reasons. */
let missing = new Map();

new EventSource('/events').addEventListener('message', ({ data }) => {
  const state = JSON.parse(data.replaceAll('https://files.invalid/', FILES));
  if (!state.ok) return report(state.lines);
  shown = state;
  document.title = `${state.document.name} – framewright dev`;
  const chosen = size.value;
  size.replaceChildren(
    ...state.sizes.map((name) => Object.assign(document.createElement('option'), { value: name, textContent: name })),
  );
  if (state.sizes.includes(chosen)) size.value = chosen;
  return open();
});

async function open() {
  const wasPlaying = isPlaying;
  pause();
  missing = new Map();
  try {
    const { document: template, modifications } = shown;
    const next = await preview.open({ document: template, modifications, size: size.value, maxHeight: MAX_HEIGHT });
    if (!next) return;
    opened = next;
    moment.max = next.frameCount - 1;
    seconds ??= template.poster_time ?? 0;
    report([]);
    await show(Math.floor(seconds * next.fps + 1e-6));
    if (wasPlaying) play();
  } catch (error) {
    report([error.message]);
  }
}

async function show(frame) {
  pause();
  const within = Math.min(frame, opened.frameCount - 1);
  if (await preview.show(within)) note(within);
}

function note(frame) {
  moment.value = frame;
  seconds = frame / opened.fps;
  time.value = `${seconds.toFixed(2)} s · frame ${frame}`;
}

function play() {
  isPlaying = true;
  playing.textContent = 'Pause';
  preview.play();
}

function pause() {
  if (!isPlaying) return;
  isPlaying = false;
  playing.textContent = 'Play';
  preview.pause();
}

/** @param lines of faults; none: only files that are missing are reported */
function report(lines) {
  const files = [...missing].map(([url, reason]) => `${url}: ${reason}`);
  faults.textContent = [...lines, ...files].join('\n').replaceAll(new RegExp(`${FILES}\\d+/`, 'g'), '');
}

/** Names the topmost layer below the pointer. */
async function nameLayer({ offsetX, offsetY }) {
  if (!opened || isPlaying) return;
  const x = (offsetX / canvas.clientWidth) * opened.width;
  const y = (offsetY / canvas.clientHeight) * opened.height;
  const placed = await preview.place(Number(moment.value));
  const found = placed.findLast(({ matrix, box }) => {
    const point = new DOMMatrix([...matrix]).inverse().transformPoint({ x, y });
    return point.x >= 0 && point.y >= 0 && point.x < box.width && point.y < box.height;
  });
  layer.value = found ? nameOf(found) : '';
}

/** `title (text)` of `pages[0].layers[2]`. */
function nameOf({ source, type }) {
  let part = shown.document;
  for (const step of source.match(/[^.[\]]+/g)) part = part?.[step];
  return `${part?.name ?? source} (${type})`;
}

async function drawStill() {
  still.disabled = true;
  try {
    const response = await fetch('/still', { method: 'POST', body: JSON.stringify({ t: seconds, size: size.value }) });
    if (!response.ok) throw new Error(await response.text());
    window.open(URL.createObjectURL(new Blob([await response.arrayBuffer()], { type: 'image/png' })));
  } catch (error) {
    report([error.message]);
  }
  still.disabled = false;
}

preview.addEventListener('played', ({ detail }) => note(detail));
preview.addEventListener('stopped', pause);
preview.addEventListener('missing', ({ detail: { url, reason } }) => {
  missing.set(url, reason);
  report([]);
});
preview.addEventListener('failed', ({ detail }) => report([detail.message]));
playing.addEventListener('click', () => (isPlaying ? pause() : play()));
moment.addEventListener('input', () => void show(Number(moment.value)));
size.addEventListener('change', () => void open());
canvas.addEventListener('pointermove', (event) => void nameLayer(event));
still.addEventListener('click', () => void drawStill());
