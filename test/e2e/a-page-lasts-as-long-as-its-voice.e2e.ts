import { execFile } from 'node:child_process';
import { createReadStream } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  eventually,
  newTestOrganization,
  serve,
  temporaryFolder,
  type TestOrganization,
  type TestServer,
} from '#libs/testing';
import { balance, createTemplate, createVideo, errorOf, untilEnded } from './steps.js';

const run = promisify(execFile);

/** A page that is as long as the voice that a caller sends, and a text that appears when it has ended. */
const DOCUMENT = {
  name: 'Spoken',
  width: 320,
  height: 180,
  variables: { voice: { type: 'url', default: 'https://example.com/voice.mp3' } },
  pages: [
    {
      number: 1,
      duration: 'auto',
      auto_duration: { padding: 0.5 },
      page_audio_url: '{{voice}}',
      layers: [
        { name: 'line', type: 'shape', fill_color: 'teal', duration: 1 },
        { name: 'end', type: 'text', text: 'End', start: { after: 'line' } },
      ],
    },
  ],
};

describe('a page of duration auto', () => {
  let system: TestOrganization;
  let template: string;
  let files: TestServer;
  /** The file that the server sends as `/voice.wav`. */
  let voice = 'long.wav';
  const request = (name = 'voice.wav') => ({
    template_id: template,
    format: 'mp4',
    modifications: { variables: { voice: `${files.url}/${name}` } },
  });

  beforeAll(async () => {
    const folder = temporaryFolder('voices');
    for (const [name, seconds] of [
      ['long.wav', '3'],
      ['short.wav', '1.2'],
    ] as const) {
      await run('ffmpeg', ['-v', 'error', '-f', 'lavfi', '-i', `sine=d=${seconds}`, join(folder, name)]);
    }
    files = await serve((asked, response) => {
      if (asked.url === '/silent.wav') return;
      if (asked.url === '/voice.wav') createReadStream(join(folder, voice)).pipe(response);
      else response.writeHead(404).end();
    });
    system = await newTestOrganization();
    template = await createTemplate(system, DOCUMENT);
  });

  afterAll(() => files.stop());

  it('is stored with a length that stands for that of its voice', async () => {
    const { body } = await system.call('GET', `/templates/${template}`);
    expect(body).toMatchObject({ duration: 5.5, document: { pages: [{ duration: 'auto' }] } });
  });

  it('is priced and drawn as long as its voice, also when the file has changed since', async () => {
    const before = await balance(system);
    // A renderer that has just started may not reply in time; the length is then assumed.
    await eventually(async () => {
      const checked = (await system.call('POST', '/videos/validate', request())).body;
      expect(checked).toMatchObject({ valid: true, duration: 3.5, page_durations: [3.5], credits: 4 });
    });
    voice = 'short.wav';
    const { id } = await createVideo(system, request());
    await untilEnded(system, id);
    const video = (await system.call('GET', `/videos/${id}`)).body;
    expect(video).toMatchObject({ status: 'COMPLETED', duration: 3.5, credits: 4 });
    expect((await balance(system)).available).toBe(before.available - 4);
  });

  it('is refused while its voice cannot be had, with the value that names it, and costs nothing', async () => {
    const before = await balance(system);
    for (const [name, reason] of [
      ['absent.wav', /status 404/],
      ['silent.wav', /did not come within 6 s/],
    ] as const) {
      const startedAt = Date.now();
      const { details } = errorOf(await system.call('POST', '/videos', request(name)));
      expect(details).toEqual([
        {
          field: 'modifications.variables.voice',
          code: 'INVALID_VALUE',
          message: expect.stringMatching(reason) as unknown,
          value: `${files.url}/${name}`,
        },
      ]);
      expect(Date.now() - startedAt).toBeLessThan(12_000);
    }
    expect(await balance(system)).toEqual(before);
  });

  it('of each row of a batch is as long as its own voice', async () => {
    const rows = [{ voice: `${files.url}/voice.wav` }, { voice: `${files.url}/absent.wav` }];
    const batch = { template_id: template, format: 'mp4', rows };
    const { details } = errorOf(await system.call('POST', '/batches', batch));
    expect(details).toMatchObject([{ field: 'rows[1].voice', value: rows[1]!.voice }]);
    const { status, body } = await system.call('POST', '/batches/validate', { ...batch, rows: rows.slice(0, 1) });
    expect([status, body]).toMatchObject([200, { valid: true, videos: 1, credits: 4 }]);
  });
});
