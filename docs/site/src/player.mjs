/* global document, IntersectionObserver, location, matchMedia */
// Plays the JSON examples of a page, drawn by the engine that renders videos: a button at every example that is a document, a
// page or a layer. The engine is loaded with the first click, or, in the gallery, with the first example that is looked at.
const BASE = new URL(import.meta.env.BASE_URL.replace(/\/?$/, '/'), location.href);
/** The shipped fonts are where a gateway has them: at `/fonts` of the same host. */
const FONTS = new URL('/fonts', location.href);
/** Files that stand for those of the examples, by their kinds. */
const MEDIA = [
  [/\.(?:jpe?g|png|webp)$/, 'media/dusk.jpg'],
  [/\.(?:mp3|m4a|wav)$/, 'media/music.m4a'],
];
const EXAMPLE_URL = /^https:\/\/example\.com\/\S+$/;

/** Whether every example of the page is to be seen before it plays. */
const IS_GALLERY = document.querySelector('[data-gallery]') !== null;

/** @type {{ stop: () => void } | undefined} The example that plays. */
let playing;

for (const code of document.querySelectorAll('pre[data-language="json"]')) addButton(code);
for (const link of document.querySelectorAll(`a[href^="${BASE.pathname}starters/"]`)) addStarter(link);
if (IS_GALLERY) playWhatIsSeen();

function addButton(code) {
  const example = documentOf(code);
  if (!example) return;
  const button = playButton();
  const stage = stageOf(example);
  const block = code.closest('details') ?? code.closest('.expressive-code') ?? code;
  block.before(stage, button);
  button.addEventListener('click', () =>
    button.textContent === 'Stop' ? playing?.stop() : void play(example, stage, button),
  );
}

function playButton() {
  const button = document.createElement('button');
  return Object.assign(button, { type: 'button', className: 'example-play', textContent: 'Play' });
}

/** The place of a picture. */
function stageOf({ width, height }) {
  const stage = Object.assign(document.createElement('div'), { className: 'example-stage', hidden: !IS_GALLERY });
  stage.style.aspectRatio = `${width} / ${height}`;
  return stage;
}

/** A button beside the link to a starter, which plays it above the table that lists it. */
function addStarter(link) {
  const button = playButton();
  link.id = `starter-${link.textContent}`;
  button.setAttribute('aria-describedby', link.id);
  const stage = stageOf({ width: 16, height: 9 });
  link.after(button);
  link.closest('ul').before(stage);
  button.addEventListener('click', async () => {
    if (button.textContent === 'Stop') return playing?.stop();
    const response = await fetch(link.href);
    await play(await response.json(), stage, button);
    stage.scrollIntoView({ block: 'nearest' });
  });
}

/** The document that an example is, or is a page or a layer of; undefined for other JSON. */
function documentOf(code) {
  const lines = [...code.querySelectorAll('.ec-line')].map((line) => line.textContent.replace(/\n$/, ''));
  try {
    return complete(JSON.parse(lines.join('\n')));
  } catch {
    return undefined; // a part of a document, with dots
  }
}

function complete(example) {
  if ('width' in example && 'pages' in example) return withMedia(example);
  const isLayer = 'name' in example && 'type' in example;
  if (!isLayer && !('number' in example && 'layers' in example)) return undefined;
  const page = isLayer
    ? { number: 1, duration: 4, background_color: '#12312e', layers: [example] }
    : { duration: 4, ...example };
  return withMedia({ name: 'Example', width: 1280, height: 720, pages: [{ ...page, number: 1 }] });
}

/** The document with files of this site in place of those at example.com. */
function withMedia(example) {
  return JSON.parse(JSON.stringify(example), (_key, value) => {
    if (typeof value !== 'string' || !EXAMPLE_URL.test(value)) return value;
    const found = MEDIA.find(([kind]) => kind.test(new URL(value).pathname));
    return found ? new URL(found[1], BASE).href : value;
  });
}

async function play(example, stage, button) {
  playing?.stop();
  const canvas = document.createElement('canvas');
  stage.replaceChildren(canvas);
  stage.hidden = false;
  button.textContent = 'Stop';
  let preview;
  const current = {
    stop: () => {
      preview?.close();
      stage.hidden = !IS_GALLERY;
      button.textContent = 'Play';
      if (playing === current) playing = undefined;
    },
  };
  playing = current;
  try {
    const { Preview } = await import(/* @vite-ignore */ new URL('preview/preview.js', BASE).href);
    if (playing !== current) return;
    preview = new Preview({
      canvas,
      worker: new URL('preview/worker.js', BASE),
      fonts: FONTS.href,
      allow: [BASE.href],
    });
    preview.addEventListener('stopped', () => void preview.show(0).then(() => preview.play()));
    await preview.open({ document: example, maxHeight: 540 });
    await preview.show(0);
    await preview.play();
  } catch (error) {
    stage.replaceChildren(
      Object.assign(document.createElement('p'), { textContent: `It cannot be shown: ${error.message}` }),
    );
  }
}

/** The gallery plays the example in the middle of the window, unless its reader wants no motion. */
function playWhatIsSeen() {
  if (matchMedia('(prefers-reduced-motion: reduce)').matches) return;
  const middle = new IntersectionObserver(
    (entries) => {
      for (const { target, isIntersecting } of entries) {
        const button = target.nextElementSibling;
        if (isIntersecting && button.textContent === 'Play') button.click();
      }
    },
    { rootMargin: '-40% 0px -40% 0px' },
  );
  for (const stage of document.querySelectorAll('.example-stage')) middle.observe(stage);
}
