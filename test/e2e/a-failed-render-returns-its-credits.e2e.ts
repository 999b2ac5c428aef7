import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { eventually, startReceiver, newTestOrganization, type Receiver, type TestOrganization } from '#libs/testing';
import { balance, createTemplate, createVideo, registerWebhook, serveFiles, untilEnded } from './steps.js';

describe('a render that fails', () => {
  let system: TestOrganization;
  let receiver: Receiver;
  let secret: string;
  let files: Awaited<ReturnType<typeof serveFiles>>;

  beforeAll(async () => {
    [system, receiver] = await Promise.all([newTestOrganization(), startReceiver()]);
    ({ secret } = await registerWebhook(system, receiver.url));
    files = await serveFiles({
      '/page.png': { type: 'image/png', body: '<html>not a picture</html>' },
      '/drawing.svg': { type: 'image/svg+xml', body: '<svg xmlns="http://www.w3.org/2000/svg"/>' },
    });
  });

  afterAll(async () => {
    await files.stop();
    await receiver.stop();
  });

  it.each([
    ['an address that answers 404', '/missing.png', 'ASSET_FETCH_FAILED'],
    ['a picture that is none', '/page.png', 'ASSET_UNSUPPORTED'],
    ['an SVG', '/drawing.svg', 'ASSET_UNSUPPORTED'],
  ])(
    'for %s names the layer, costs nothing and is announced as failed',
    async (_case, path, code) => {
      const template = await createTemplate(system, {
        name: 'Broken picture',
        width: 320,
        height: 180,
        pages: [
          { number: 1, duration: 1, layers: [{ name: 'logo', type: 'image', source_url: `${files.url}${path}` }] },
        ],
      });
      const before = await balance(system);
      const { id, video_url } = await createVideo(system, { template_id: template, format: 'mp4' });
      const video = await untilEnded(system, id);
      expect(video).toMatchObject({ status: 'FAILED', error: { code } });
      expect(video.error?.message).toContain('pages[0].layers[0] "logo"');
      await eventually(async () => {
        expect(await balance(system)).toEqual(before);
      });
      expect((await fetch(video_url)).status).toBe(404);
      await eventually(() =>
        receiver.verified(secret).some(({ type, data }) => type === 'video.failed' && data.id === id),
      );
    },
    60_000,
  );
});
