import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Controller, Module } from '@nestjs/common';
import { Ctx, Payload } from '@nestjs/microservices';
import { EntityManager } from '@mikro-orm/postgresql';
import { jetstreamManager } from '@nats-io/jetstream';
import { RENDER_JOB, RENDER_RESULT, RenderJob, type RenderResult, withToken } from '#libs/contracts';
import { DatabaseModule } from '#libs/database';
import { DurableContext, DurableHandler, MessagingModule, NatsLink, startWithHandlers, Streams } from '#libs/messaging';
import { type Service } from '#libs/runtime';
import { eventually, type ServiceServers, startServers } from '#libs/testing';
import { Inbox } from './inbox.js';
import { firstIdAt, onDatabaseClock } from './message-ids.js';
import { OUTBOX_ENTITIES } from './outbox.entities.js';
import { outboxMigration } from './outbox.migration.js';
import { outboxPartitionsMigration } from './outbox-partitions.migration.js';
import { outboxWindowsMigration } from './outbox-windows.migration.js';
import { OutboxModule } from './outbox.module.js';
import { Outbox } from './outbox.js';

const VIDEO = '00000000-0000-4000-8000-000000000000';
const effects: number[] = [];
const deliveries: number[] = [];

@Controller()
class ProbeController {
  constructor(
    private readonly inbox: Inbox,
    private readonly em: EntityManager,
  ) {}

  @DurableHandler(RENDER_JOB, { concurrency: 1 })
  async job(@Payload() { segment }: RenderJob, @Ctx() { messageId }: DurableContext): Promise<void> {
    deliveries.push(segment);
    await this.inbox.once(this.em, 'probe', messageId, () => {
      effects.push(segment);
      return Promise.resolve();
    });
  }
}

@Module({
  imports: [
    DatabaseModule.forService({
      name: 'probe',
      entities: OUTBOX_ENTITIES,
      migrations: [outboxMigration, outboxPartitionsMigration, outboxWindowsMigration],
    }),
    MessagingModule.forStandIn('probe'),
    OutboxModule.forStreams({ RENDER: {}, RESULT: {} }),
  ],
  controllers: [ProbeController],
})
class ProbeModule {}

describe('outbox and inbox', () => {
  let servers: ServiceServers;
  let service: Service;
  let outbox: Outbox;
  let em: EntityManager;

  beforeAll(async () => {
    servers = await startServers('probe');
    process.env['DATABASE_URL'] = servers.databaseUrl;
    process.env['MIGRATE_ON_START'] = 'true';
    process.env['NATS_URL'] = servers.natsUrl;
    process.env['LOG_LEVEL'] = 'error';
    service = await startWithHandlers('probe', ProbeModule);
    outbox = service.app.get(Outbox);
    em = service.app.get(EntityManager);
  });

  afterAll(async () => {
    await service.app.close();
    await servers.stop();
  });

  const publish = (steps: readonly number[], fail = false) =>
    outbox.transaction(em, async (tx) => {
      for (const step of steps) {
        const job: RenderJob = { schema: 1, video_id: VIDEO, segment: step };
        await outbox.enqueue(tx, withToken(RENDER_JOB, 'software'), job, { orderKey: VIDEO });
      }
      if (fail) throw new Error('rolled back');
    });

  it('has entities that match its migration', async () => {
    const { MikroORM } = await import('@mikro-orm/core');
    expect(await service.app.get(MikroORM).schema.getUpdateSchemaSQL({ wrap: false })).not.toMatch(
      /create table|alter table "(outbox|inbox)/i,
    );
  });

  it('gives messages ids of the time of PostgreSQL, whatever the clock of a process', async () => {
    const id = '018e0000-0000-7abc-8def-0123456789ab'; // of February 2024
    const [made] = await em.fork().execute<{ id: string; first: string; late: boolean }[]>(
      `SELECT id, ${firstIdAt('clock_timestamp()')} AS first, id < ${firstIdAt(`now() - interval '1 minute'`)} AS late
           FROM (SELECT ${onDatabaseClock('?')} AS id) AS made`,
      [id],
    );
    expect(made!.id).toMatch(/-7abc-8def-0123456789ab$/);
    expect(made!.late).toBe(false);
    expect(made!.first).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-0000-0000-000000000000$/);
  });

  it('publishes after the commit, in order within a key', async () => {
    await publish([1, 2, 3, 4, 5]);
    await eventually(() => effects.length === 5);
    expect(effects).toEqual([1, 2, 3, 4, 5]);
  });

  it('wakes the relay of a message’s stream after the commit, and no other', async () => {
    const woken: string[] = [];
    const quiet = new Outbox();
    quiet.onCommit((stream) => woken.push(stream));
    const job: RenderJob = { schema: 1, video_id: VIDEO, segment: 0 };
    const enqueue = async (tx: EntityManager) =>
      quiet.enqueue(tx, withToken(RENDER_JOB, 'software'), job, { orderKey: 'woken' });
    const undone = quiet.transaction(em, async (tx) => {
      await enqueue(tx);
      throw new Error('rolled back');
    });
    await expect(undone).rejects.toThrow('rolled back');
    await quiet.transaction(em, () => Promise.resolve());
    expect(woken).toEqual([]);
    await quiet.transaction(em, async (tx) => {
      await enqueue(tx);
      await tx.execute(`DELETE FROM outbox WHERE order_key = 'woken'`); // the others count messages
      expect(woken).toEqual([]);
    });
    expect(woken).toEqual(['RENDER']);
  });

  it('publishes nothing of a transaction that was rolled back', async () => {
    await expect(publish([66], true)).rejects.toThrow('rolled back');
    await publish([6]);
    await eventually(() => effects.includes(6));
    expect(effects).not.toContain(66);
  });

  it('keeps messages while NATS is unavailable', async () => {
    await servers.nats.stop();
    await publish([7]);
    await servers.nats.restart();
    await eventually(() => effects.includes(7));
  });

  it('publishes everything again after the storage was lost, and applies every effect once', async () => {
    deliveries.length = 0;
    await servers.nats.wipeStore();
    await servers.nats.restart();
    await publish([8]);
    await eventually(() => new Set(deliveries).size === 8);
    await eventually(() => effects.includes(8));
    expect([...effects].sort((a, b) => a - b)).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
    expect([...new Set(deliveries)]).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
  });

  it('publishes into other streams while one is full, and into that one once it is not', async () => {
    const { streams } = await jetstreamManager(service.app.get(NatsLink).connection);
    await service.app.get(Streams).ensure('RESULT');
    await streams.update('RESULT', { max_msgs: 5 });
    await outbox.transaction(em, async (tx) => {
      for (let step = 0; step < 150; step += 1) {
        const result = { schema: 1, video_id: VIDEO, segment: step } as unknown as RenderResult;
        await outbox.enqueue(tx, withToken(RENDER_RESULT, VIDEO), result, { orderKey: String(step) });
      }
    });
    await publish([9]);
    await eventually(() => effects.includes(9), { timeoutMs: 10_000 });
    expect((await streams.info('RESULT')).state.messages).toBe(5);
    await streams.update('RESULT', { max_msgs: 1_000 });
    await eventually(async () => (await streams.info('RESULT')).state.messages === 150);
  });
});
