import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { LAYER_KINDS, type LayerKind } from '#libs/document';
import { newTestOrganization, type TestOrganization } from '#libs/testing';
import { createTemplate, createVideo, serveFiles, untilEnded } from './steps.js';

const ROOT = join(import.meta.dirname, '../..');
const FILES = {
  '/dusk.jpg': 'apps/local/sample/dusk.jpg',
  '/music.m4a': 'apps/local/sample/music.m4a',
  '/clip.mp4': 'test/gallery/assets/clip.mp4',
  '/orbit.json': 'test/gallery/assets/orbit.json',
  '/words.vtt': 'test/gallery/assets/words.vtt',
  '/face.woff': 'node_modules/@fontsource/playfair-display/files/playfair-display-latin-700-normal.woff',
};
const BARS = [
  { label: 'a', value: 3 },
  { label: 'b', value: 5 },
];

/** Layers of each kind with more properties than their place. */
function samplesAt(url: string): Partial<Record<LayerKind, object[]>> {
  const at = (path: keyof typeof FILES) => ({ source_url: `${url}${path}` });
  return {
    image: [at('/dusk.jpg')],
    video: [{ ...at('/clip.mp4'), width: 100 }],
    lottie: [{ ...at('/orbit.json'), x: 100 }],
    caption: [{ ...at('/words.vtt'), y: 140, height: 40 }],
    machine_code: [{ text: 'https://example.com', x: 200 }],
    chart: [
      { chart_data: BARS, y: 60, width: 80, height: 80 },
      { chart_type: 'pie', chart_data: BARS, x: 80, y: 60, width: 80, height: 80 },
      { chart_type: 'line', chart_data: BARS, x: 160, y: 60, width: 80, height: 80 },
    ],
    rating: [{ rating: 3.5, x: 240, y: 60, width: 80, height: 20 }],
    shape: [{ x: 240, y: 90, height: 40, fill_color: 'oklch(0.7 0.1 200)', blur: 4 }],
    text: [{ text: 'Łódź مرحبًا 你好 🚚', font_family: 'Face', font_size: 24, width: 320 }],
    group: [{ layers: [{ name: 'in', type: 'text', text: 'in a group', font_size: 12 }] }],
    component: [{ component: 'mark', values: { word: 'in a component' }, x: 130, y: 120 }],
    stack: [{ x: 260, layers: [{ name: 'first', type: 'text', text: 'in a stack', font_size: 12, height: 'auto' }] }],
  };
}

let system: TestOrganization;
let files: Awaited<ReturnType<typeof serveFiles>>;

beforeAll(async () => {
  const contents = Object.entries(FILES).map(async ([path, file]) => {
    return [path, { type: 'application/octet-stream', body: await readFile(join(ROOT, file)) }] as const;
  });
  [system, files] = await Promise.all([
    newTestOrganization(),
    serveFiles(Object.fromEntries(await Promise.all(contents))),
  ]);
});
afterAll(async () => {
  await files.stop();
});

/** A file that the build leaves out of a slot's program is missed only when the program runs. */
it('every kind of layer, of file and of sound is drawn by a renderer as it is built', async () => {
  const at = (path: keyof typeof FILES): string => `${files.url}${path}`;
  const samples = samplesAt(files.url);
  const layers = LAYER_KINDS.flatMap((type) =>
    (samples[type] ?? [{}]).map((sample, index) => ({
      ...{ name: `${type} ${index}`, type, x: 0, y: 0, width: 60, height: 60 },
      ...sample,
    })),
  );
  const mark = {
    variables: { word: { type: 'string' } },
    layers: [{ name: 'word', type: 'text', text: '{{word}}', font_size: 12 }],
  };
  const template = await createTemplate(system, {
    components: { mark },
    ...{ name: 'everything', width: 320, height: 180, pages: [{ number: 1, duration: 1.5, layers }] },
    ...{ fonts: [{ family: 'Face', source_url: at('/face.woff') }], audio: [{ source_url: at('/music.m4a') }] },
  });
  for (const format of ['mp4', 'webm', 'gif'] as const) {
    const { id } = await createVideo(system, { template_id: template, format });
    expect(await untilEnded(system, id)).toMatchObject({ status: 'COMPLETED', error: null });
  }
});
