import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { eventually, startReceiver, newTestOrganization, type Receiver, type TestOrganization } from '#libs/testing';
import { createTemplate, createVideo, errorOf, movingDocument, registerWebhook, untilEnded } from './steps.js';

interface DeliveryAnswer {
  id: string;
  type: string;
  video_id: string;
  status: string;
  test: boolean;
}

describe('events that a webhook has missed', () => {
  let system: TestOrganization;
  let receiver: Receiver;
  let webhook: { id: string; secret: string };

  beforeAll(async () => {
    [system, receiver] = await Promise.all([newTestOrganization(), startReceiver()]);
    webhook = await registerWebhook(system, receiver.url);
  });

  afterAll(async () => {
    await receiver.stop();
  });

  const ask = async (method: string, path: string, body?: object) => {
    const answer = await system.call(method, `/webhooks/${webhook.id}${path}`, body);
    return { status: answer.status, body: answer.body as Record<string, unknown>, answer };
  };
  const deliveries = async (query = '') =>
    (await ask('GET', `/deliveries${query}`)).body as unknown as {
      data: DeliveryAnswer[];
      pagination: { total: number };
    };

  it('come once each with a recovery, signed with the old secret and the new one', async () => {
    const startedAt = new Date().toISOString();
    const template = await createTemplate(system, movingDocument(1, { width: 320, height: 180 }));
    const rotated = await ask('POST', '/rotate-secret');
    expect(rotated.status).toBe(200);
    const { secret } = rotated.body as { secret: string };
    expect((await ask('PUT', '', { enabled: false })).body).toMatchObject({ enabled: false });

    const tested = await ask('POST', '/test');
    expect([tested.status, tested.body['test']]).toEqual([202, true]);
    await eventually(() => receiver.verified(secret).length === 1);
    expect(receiver.verified(secret)[0]).toMatchObject({ type: 'video.started', test: true });

    const { id } = await createVideo(system, { template_id: template, format: 'gif' });
    await untilEnded(system, id);
    const refused = await ask('POST', '/recover', { since: startedAt });
    expect([refused.status, errorOf(refused.answer).code]).toEqual([422, 'VALIDATION_ERROR']);
    await ask('PUT', '', { enabled: true });
    const recovery = await ask('POST', '/recover', { since: startedAt });
    expect(recovery).toMatchObject({ status: 202, body: { webhook_id: webhook.id } });

    await eventually(() => receiver.calls.length === 3);
    for (const valid of [webhook.secret, secret]) {
      expect(
        receiver
          .verified(valid)
          .slice(1)
          .map(({ type, data }) => [type, data.id]),
      ).toEqual([
        ['video.started', id],
        ['video.finished', id],
      ]);
    }
    await eventually(async () => expect((await deliveries('?status=succeeded')).pagination.total).toBe(3));
    expect((await deliveries()).data.map(({ video_id, test }) => [video_id === id, test])).toEqual(
      expect.arrayContaining([
        [true, false],
        [true, false],
        [false, true],
      ]),
    );
  });

  it('can be retried one by one, with the same id and bytes', async () => {
    const [delivery] = (await deliveries('?limit=1')).data;
    const before = receiver.calls.length;
    expect((await ask('POST', `/deliveries/${delivery!.id}/retry`)).status).toBe(202);
    await eventually(() => receiver.calls.length === before + 1);
    const repeated = receiver.calls.at(-1)!;
    const bodies = receiver.calls.filter(({ headers }) => headers['webhook-id'] === repeated.headers['webhook-id']);
    expect(bodies).toHaveLength(2);
    expect(new Set(bodies.map(({ body }) => body)).size).toBe(1);
  });

  it('are asked for by their organization alone, and refused in the form of every error', async () => {
    const unknown = '00000000-0000-4000-8000-000000000000';
    for (const [method, path] of [
      ['POST', 'rotate-secret'],
      ['POST', 'test'],
      ['GET', 'deliveries'],
      ['POST', `deliveries/${unknown}/retry`],
    ]) {
      const answer = await system.call(method!, `/webhooks/${unknown}/${path}`);
      expect([path, answer.status]).toEqual([path, 404]);
    }
    const foreign = await system.call('POST', `/webhooks/${unknown}/recover`, { since: new Date().toISOString() });
    expect(foreign.status).toBe(404);
    for (const [since, code] of [
      [undefined, 'REQUIRED_FIELD'],
      [null, 'INVALID_TYPE'],
      [5, 'INVALID_TYPE'],
      ['yesterday', 'INVALID_FORMAT'],
      ['2026-11-21', 'INVALID_FORMAT'],
      ['2026-02-30T00:00:00Z', 'INVALID_FORMAT'],
      ['2020-01-01T00:00:00Z', 'VALUE_TOO_SMALL'],
      ['2999-01-01T00:00:00Z', 'VALUE_TOO_LARGE'],
    ]) {
      const { status, answer } = await ask('POST', '/recover', { since });
      expect([since, status, errorOf(answer).details]).toEqual([since, 422, [expect.objectContaining({ code })]]);
    }
  });

  it('are gone with their webhook', async () => {
    expect((await ask('DELETE', '')).status).toBe(204);
    for (const path of ['', '/deliveries']) expect((await ask('GET', path)).status).toBe(404);
  });
});
