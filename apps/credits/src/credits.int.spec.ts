import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  type AlertEvent,
  CREDITS_RPC,
  SERVICE_EDGES,
  type Video,
  VIDEO_EVENT_CONTRACTS,
  type VideoEvent,
  type VideoEventType,
} from '#libs/contracts';
import { EntityManager } from '@mikro-orm/postgresql';
import { JetStreamPublisher, RpcClient } from '#libs/messaging';
import { type Service } from '#libs/runtime';
import { eventually, type ServiceServers, startServers } from '#libs/testing';
import { CREDITS_STREAMS } from './credits.streams.js';
import { startCredits } from './testing/running-credits.js';

let servers: ServiceServers;
let service: Service;
let rpc: RpcClient;

beforeAll(async () => {
  servers = await startServers('credits');
  service = await startCredits(servers);
  rpc = service.app.get(RpcClient);
});

afterAll(async () => {
  await service.app.close();
  await servers.stop();
});

/** An organization with 6 available credits and 4 held for a video. */
async function heldVideo(): Promise<{ org_id: string; hold_id: string }> {
  const [org_id, hold_id] = [randomUUID(), randomUUID()];
  await rpc.call(CREDITS_RPC.grant, { org_id, transfer_id: randomUUID(), amount: 10 });
  await rpc.call(CREDITS_RPC.hold, { org_id, hold_id, amount: 4 });
  return { org_id, hold_id };
}

async function publish(type: VideoEventType, hold: { org_id: string; hold_id: string }): Promise<void> {
  const event: VideoEvent = {
    schema: 1,
    type,
    sequence: 1,
    occurred_at: new Date().toISOString(),
    org_id: hold.org_id,
    video: { id: hold.hold_id } as Video,
  };
  await service.app.get(JetStreamPublisher).publish(VIDEO_EVENT_CONTRACTS[type], event, { id: randomUUID() });
}

const balanceOf = (org_id: string) => rpc.call(CREDITS_RPC.balance, { org_id });

describe('credits', () => {
  it('spends what was held when the video finishes, and not before', async () => {
    const hold = await heldVideo();
    await publish('video.started', hold);
    await publish('video.finished', hold);
    await eventually(async () => expect(await balanceOf(hold.org_id)).toEqual({ available: 6, held: 0 }));
    expect(await rpc.call(CREDITS_RPC.release, hold)).toEqual({ outcome: 'captured' });
  });

  it('returns what was held when the video fails, once', async () => {
    const hold = await heldVideo();
    for (let time = 0; time < 3; time++) await publish('video.failed', hold);
    await eventually(async () => expect(await balanceOf(hold.org_id)).toEqual({ available: 10, held: 0 }));
    expect(await rpc.call(CREDITS_RPC.capture, hold)).toEqual({ outcome: 'released' });
    expect(await balanceOf(hold.org_id)).toEqual({ available: 10, held: 0 });
  });

  it('continues to consume after JetStream has lost everything', async () => {
    const hold = await heldVideo();
    await servers.nats.wipeStore();
    await servers.nats.restart();
    await eventually(() => publish('video.finished', hold));
    await eventually(async () => expect(await balanceOf(hold.org_id)).toEqual({ available: 6, held: 0 }));
  });

  it('lists transfers, newest first, in pages, to their own organization only', async () => {
    const hold = await heldVideo();
    await heldVideo();
    await rpc.call(CREDITS_RPC.capture, hold);
    const list = (page: object) => rpc.call(CREDITS_RPC.transactions, { org_id: hold.org_id, ...page });
    const { data, pagination } = await list({});
    expect(data.map(({ kind, amount, video_id }) => [kind, amount, video_id])).toEqual([
      ['capture', 4, hold.hold_id],
      ['hold', 4, hold.hold_id],
      ['grant', 10, null],
    ]);
    expect(data.map((each) => [each.available_change, each.held_change, each.balance_after])).toEqual([
      [0, -4, { available: 6, held: 0 }],
      [-4, 4, { available: 6, held: 4 }],
      [10, 0, { available: 10, held: 0 }],
    ]);
    expect(data[0]!.created_at).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
    expect(pagination).toEqual({ limit: 20, offset: 0, total: 3, has_more: false });
    expect(await list({ limit: 1, offset: 1 })).toEqual({
      data: [data[1]],
      pagination: { limit: 1, offset: 1, total: 3, has_more: true },
    });
    expect((await rpc.call(CREDITS_RPC.transactions, { org_id: randomUUID() })).data).toEqual([]);
  });

  it('answers a malformed question instead of letting the asker wait', async () => {
    await expect(
      rpc.call(CREDITS_RPC.hold, { org_id: 'not an id', hold_id: randomUUID(), amount: -1 }),
    ).rejects.toThrow(expect.objectContaining({ code: 'INTERNAL_SERVER_ERROR' }));
  });
});

describe('the alert of an organization', () => {
  const published = async (org_id: string) =>
    (
      await service.app
        .get(EntityManager)
        .fork()
        .execute<{ payload: AlertEvent }[]>(
          `SELECT payload FROM outbox WHERE subject = 'video.alert.low_balance' AND order_key = ? ORDER BY id`,
          [org_id],
        )
    ).map(({ payload }) => payload);

  const untilAlerts = (org_id: string, available: number[]) =>
    eventually(async () => {
      expect((await published(org_id)).map(({ alert }) => alert.available)).toEqual(available);
    });

  it('is published into streams that have a window for it', () => {
    expect(new Set(Object.keys(CREDITS_STREAMS))).toEqual(
      new Set(SERVICE_EDGES.credits.emits.map(({ stream }) => stream)),
    );
  });

  it('is raised once when the balance falls below the threshold, and again after it has risen', async () => {
    const org_id = randomUUID();
    const grant = (amount: number) => rpc.call(CREDITS_RPC.grant, { org_id, transfer_id: randomUUID(), amount });
    const hold = (amount: number) => rpc.call(CREDITS_RPC.hold, { org_id, hold_id: randomUUID(), amount });
    const alert = () => rpc.call(CREDITS_RPC.alert, { org_id });
    await grant(10);
    expect(await alert()).toEqual({ below: null, is_low: false });
    expect(await rpc.call(CREDITS_RPC.setAlert, { org_id, below: 8 })).toEqual({ below: 8, is_low: false });
    await hold(2); // 8 are left, which are not fewer
    await hold(1);
    expect(await alert()).toEqual({ below: 8, is_low: true });
    await hold(1);
    await untilAlerts(org_id, [7]);
    await grant(5);
    expect(await alert()).toEqual({ below: 8, is_low: false });
    const together = { org_id, hold_ids: [randomUUID(), randomUUID()], amounts: [3, 1] };
    await rpc.call(CREDITS_RPC.holdTogether, together);
    await untilAlerts(org_id, [7, 7]);
    expect(await published(org_id)).toMatchObject([
      { type: 'alert.low_balance', org_id, alert: { id: expect.any(String), below: 8, available: 7, held: 3 } },
      { alert: { below: 8, available: 7, held: 8 } },
    ]);
    expect(await rpc.call(CREDITS_RPC.setAlert, { org_id, below: null })).toEqual({ below: null, is_low: false });
    await hold(7);
    expect(await rpc.call(CREDITS_RPC.setAlert, { org_id, below: 1 })).toEqual({ below: 1, is_low: true });
    await untilAlerts(org_id, [7, 7, 0]);
  });

  it('is raised at once for an organization that never had a credit', async () => {
    const org_id = randomUUID();
    expect(await rpc.call(CREDITS_RPC.setAlert, { org_id, below: 5 })).toEqual({ below: 5, is_low: true });
    await untilAlerts(org_id, [0]);
  });
});
