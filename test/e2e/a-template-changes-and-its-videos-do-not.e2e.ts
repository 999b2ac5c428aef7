import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startSystem, type TestSystem } from '#libs/testing';
import { createTemplate, createVideo, errorOf, movingDocument, untilEnded } from './steps.js';

describe('a template', () => {
  let system: TestSystem;

  beforeAll(async () => {
    system = await startSystem();
  });

  afterAll(() => system.stop(), 60_000);

  it('that is replaced and removed is not found any more, and its videos are finished as they were begun', async () => {
    const small = { width: 320, height: 180 };
    const id = await createTemplate(system, movingDocument(2, small));
    const first = await createVideo(system, { template_id: id, format: 'mp4' });
    const replaced = await system.call('PUT', `/templates/${id}`, movingDocument(1, small));
    expect([replaced.status, replaced.body]).toEqual([200, expect.objectContaining({ id, version: 2, duration: 1 })]);
    const second = await createVideo(system, { template_id: id, format: 'mp4' });
    const old = await createVideo(system, { template_id: id, version: 1, format: 'mp4' });

    expect((await system.call('DELETE', `/templates/${id}`)).status).toBe(204);
    for (const [method, path] of [
      ['GET', `/templates/${id}`],
      ['GET', `/templates/${id}?version=1`],
      ['DELETE', `/templates/${id}`],
    ] as const) {
      const answer = await system.call(method, path);
      expect([answer.status, errorOf(answer).code]).toEqual([404, 'RESOURCE_NOT_FOUND']);
    }
    expect((await system.call('POST', '/videos', { template_id: id, format: 'mp4' })).status).toBe(404);

    const ended = await Promise.all([first, second, old].map((video) => untilEnded(system, video.id)));
    expect(ended.map(({ status, duration }) => [status, duration])).toEqual([
      ['COMPLETED', 2],
      ['COMPLETED', 1],
      ['COMPLETED', 2],
    ]);
  });
});
