import { afterAll, afterEach, beforeAll, expect, it } from '@jest/globals';
import { Controller, Module } from '@nestjs/common';
import { Ctx, Payload } from '@nestjs/microservices';
import { jetstream, jetstreamManager, type JetStreamManager } from '@nats-io/jetstream';
import { connect, headers, type NatsConnection } from '@nats-io/transport-node';
import { IsInt, IsString } from 'class-validator';
import { durable } from '#libs/contracts';
import { type Service } from '#libs/runtime';
import { eventually, startNats, type TestNats } from '#libs/testing';
import { DurableHandler } from './handlers.js';
import { DurableContext } from './jetstream-strategy.js';
import { MessagingModule } from './messaging.module.js';
import { startWithHandlers } from './start-with-handlers.js';

class Note {
  @IsInt()
  schema = 1 as const;

  @IsString()
  text: string;
}

const JOB = durable('RENDER', 'render.job.*', Note);
const CONSUMER = 'probe-render-job-any';
/** The delivery at which a malformed message is given up. The pauses before it take most of an hour. */
const LAST_DELIVERY = 10;

const handled: { text: string; id: string }[] = [];

@Controller()
class ProbeController {
  @DurableHandler(JOB)
  job(@Payload() { text }: Note, @Ctx() { messageId: id }: DurableContext): void {
    handled.push({ text, id });
  }
}

@Module({ imports: [MessagingModule.forStandIn('probe')], controllers: [ProbeController] })
class ProbeModule {}

let nats: TestNats;
let connection: NatsConnection;
let manager: JetStreamManager;
let service: Service;

const start = async (): Promise<void> => {
  service = await startWithHandlers('probe', ProbeModule);
};
const publish = async (id: string, body: string): Promise<number> =>
  (await jetstream(connection).publish('render.job.software', body, { msgID: id, headers: headers() })).seq;
const job = (fields: object): string => JSON.stringify({ schema: 1, text: 'drawn', ...fields });
const deadLetters = async (): Promise<number> => (await manager.streams.info('DEAD')).state.messages;
/** Repeated ones included. */
const deliveries = async (): Promise<number> =>
  (await manager.consumers.info('RENDER', CONSUMER)).delivered.consumer_seq;

beforeAll(async () => {
  nats = await startNats();
  Object.assign(process.env, { NATS_URL: nats.url, LOG_LEVEL: 'error' });
  connection = await connect({ servers: nats.url });
  manager = await jetstreamManager(connection);
  await start();
  await eventually(() => manager.consumers.info('RENDER', CONSUMER));
});

afterEach(async () => {
  await manager.streams.purge('RENDER');
});

afterAll(async () => {
  await service.app.close();
  await connection.close();
  await nats.stop();
});

it('what is no JSON is rejected at once and kept byte for byte; the next message is handled', async () => {
  const seq = await publish('broken', '{"text": "half');
  await publish('whole', job({}));
  await eventually(() => expect(handled).toContainEqual({ text: 'drawn', id: 'whole' }));
  const letter = await eventually(async () => (await manager.streams.getMessage('DEAD', { seq: 1 })) ?? false);
  expect([letter.subject, letter.string()]).toEqual(['dead.render.job.software', '{"text": "half']);
  const facts = ['Stream', 'Sequence', 'Message-Id', 'Consumer', 'Reason'];
  expect(facts.map((name) => letter.header.get(`Framewright-${name}`))).toEqual([
    'RENDER',
    String(seq),
    'broken',
    CONSUMER,
    'not_json',
  ]);
  await eventually(async () => expect((await manager.streams.info('RENDER')).state.messages).toBe(0));
});

it.each([
  ['malformed', { text: 7 }],
  ['of a newer schema', { schema: 2, text: { de: 'gezeichnet' } }],
])('a message that is %s is delivered again, as another replica may read it', async (_what, fields) => {
  const before = { kept: await deadLetters(), delivered: await deliveries() };
  await publish(`patience ${JSON.stringify(fields)}`, job(fields));
  await eventually(async () => expect(await deliveries()).toBe(before.delivered + 2));
  expect(await deadLetters()).toBe(before.kept);
});

it('a malformed message is rejected once it was delivered often enough; one of a newer schema is not yet', async () => {
  await service.app.close();
  await publish('malformed', job({ text: 7 }));
  await publish('newer', job({ schema: 2, text: 7 }));
  const consumer = await jetstream(connection).consumers.get('RENDER', CONSUMER);
  for (let delivery = 1; delivery < LAST_DELIVERY; delivery += 1) {
    const both = [await consumer.next(), await consumer.next()];
    expect(both.map((each) => each!.info.deliveryCount)).toEqual([delivery, delivery]);
    for (const each of both) each!.nak();
  }
  const before = await deadLetters();
  await start();
  await eventually(async () => expect(await deadLetters()).toBe(before + 1));
  const { header } = (await manager.streams.getMessage('DEAD', { last_by_subj: 'dead.render.job.software' }))!;
  expect([header.get('Framewright-Message-Id'), header.get('Framewright-Reason')]).toEqual(['malformed', 'malformed']);
  await eventually(async () => expect((await manager.streams.info('RENDER')).state.messages).toBe(1));
});
