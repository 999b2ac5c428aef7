import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  eventually,
  startReceiver,
  startSystem,
  type Receiver,
  type ServiceName,
  type TestSystem,
} from '#libs/testing';
import {
  balance,
  createTemplate,
  createVideo,
  movingDocument,
  registerWebhook,
  untilDrawing,
  untilEnded,
} from './steps.js';

/** Shorter than by default, ms: a renderer's silence after which its step is given to another, and the pause between looks. */
const [LEASE_TIMEOUT_MS, RECONCILE_INTERVAL_MS] = [15_000, 5_000];
/** Time within which a video ends after the accident, ms: with the defaults, 150 s are promised. */
const WITHIN_MS = LEASE_TIMEOUT_MS + RECONCILE_INTERVAL_MS + 60_000;
/** Seconds of the video, which takes some seconds to draw on any machine. */
const DURATION_S = 15;

describe('nothing is lost', () => {
  let system: TestSystem;
  let receiver: Receiver;
  let secret: string;
  let template: string;

  beforeAll(async () => {
    const tuning = {
      LEASE_TIMEOUT_MS: String(LEASE_TIMEOUT_MS),
      RECONCILE_INTERVAL_MS: String(RECONCILE_INTERVAL_MS),
    };
    [system, receiver] = await Promise.all([startSystem(tuning), startReceiver()]);
    ({ secret } = await registerWebhook(system, receiver.url));
    template = await createTemplate(system, movingDocument(DURATION_S, { width: 960, height: 540 }));
  });

  afterAll(async () => {
    await Promise.all([system.stop(), receiver.stop()]);
  });

  /** Renders one video, has `accident` happen while it is drawn, and asserts the three promises. */
  async function survives(accident: () => Promise<void>): Promise<void> {
    const before = await balance(system);
    const { id, credits } = await createVideo(system, { template_id: template, format: 'mp4' });
    await untilDrawing(system, id);
    await accident();
    expect((await untilEnded(system, id, WITHIN_MS)).status).toBe('COMPLETED');
    await eventually(
      () => receiver.verified(secret).some(({ type, data }) => type === 'video.finished' && data.id === id),
      { timeoutMs: 60_000 },
    );
    await eventually(
      async () => {
        expect(await balance(system)).toEqual({ available: before.available - credits, held: before.held });
      },
      { timeoutMs: 60_000, everyMs: 500 },
    );
  }

  it.each(['gateway', 'videos', 'credits', 'renderer', 'webhooks'] satisfies ServiceName[])(
    'when %s is killed while a video is drawn',
    (service) => survives(() => system.kill(service)),
    WITHIN_MS + 120_000,
  );

  it('when nats-server is killed while a video is drawn', () => survives(() => system.killNats()), WITHIN_MS + 120_000);

  it(
    'when PostgreSQL is killed while a video is drawn',
    () => survives(() => system.killPostgres()),
    WITHIN_MS + 120_000,
  );

  it(
    'when everything JetStream had stored is deleted while a video is drawn',
    () => survives(() => system.wipeJetStream()),
    WITHIN_MS + 120_000,
  );

  it(
    'when the supervisor is killed with everything it runs, and started again',
    () =>
      survives(async () => {
        await system.killSupervisor();
        await system.restart();
      }),
    WITHIN_MS + 120_000,
  );
});
