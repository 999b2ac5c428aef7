import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Controller, Module } from '@nestjs/common';
import { Ctx, Payload } from '@nestjs/microservices';
import { IsInt, IsString } from 'class-validator';
import { AppError, durable, live, rpc, withToken } from '#libs/contracts';
import { callerSignal, type Service, withCallerSignal } from '#libs/runtime';
import { eventually, startNats, type TestNats } from '#libs/testing';
import { EndedCallsController } from './ended-calls.controller.js';
import { DurableHandler, LiveHandler, RpcHandler } from './handlers.js';
import { DurableContext } from './jetstream-strategy.js';
import { MessagingModule } from './messaging.module.js';
import { NatsLink } from './nats-link.js';
import { JetStreamPublisher, LivePublisher } from './publishers.js';
import { RpcClient } from './rpc-client.js';
import { startWithHandlers } from './start-with-handlers.js';

class Question {
  @IsInt()
  n: number;
}

class Note {
  @IsString()
  text: string;
}

const HALVE = rpc<Question, { half: number }>('rpc.probe.halve', Question, { budget: 'requests', timeoutMs: 2_000 });
const UNSERVED = rpc<Question, unknown>('rpc.probe.unserved', Question, { budget: 'requests', timeoutMs: 2_000 });
const WAIT = rpc<Question, unknown>('rpc.probe.wait', Question, {
  budget: 'requests',
  endsWithCaller: true,
  timeoutMs: 2_000,
});
const NOTE = live('probe.note', Note);
const JOB = durable('RENDER', 'render.job.*', Note);

const received: string[] = [];
const abandoned: number[] = [];
const worked: { id: string; text: string; delivery: number }[] = [];

@Controller()
class ProbeController {
  @RpcHandler(HALVE)
  halve(@Payload() { n }: Question): { half: number } {
    if (n === 13) throw new AppError('INSUFFICIENT_CREDITS', { details: 'Required: 13 credits, Available: 0 credits' });
    if (n === 0) throw new Error('secret internals');
    return { half: n / 2 };
  }

  /** Works until its caller is gone. */
  @RpcHandler(WAIT)
  wait(@Payload() { n }: Question): Promise<never> {
    const signal = callerSignal()!;
    return new Promise((_resolve, reject) => {
      const leave = () => {
        abandoned.push(n);
        reject(signal.reason as Error);
      };
      // The caller may have gone before the work begins.
      if (signal.aborted) leave();
      else signal.addEventListener('abort', leave);
    });
  }

  @LiveHandler(NOTE)
  note(@Payload() { text }: Note): void {
    received.push(text);
  }

  @DurableHandler(JOB, { concurrency: 2 })
  job(@Payload() { text }: Note, @Ctx() { messageId, deliveryCount }: DurableContext): void {
    if (text === 'fails once' && deliveryCount === 1) throw new Error('not yet');
    worked.push({ id: messageId, text, delivery: deliveryCount });
  }
}

@Module({ imports: [MessagingModule.forStandIn('probe')], controllers: [ProbeController, EndedCallsController] })
class ProbeModule {}

describe('messaging', () => {
  let nats: TestNats;
  let service: Service;
  let client: RpcClient;

  beforeAll(async () => {
    nats = await startNats();
    process.env['NATS_URL'] = nats.url;
    process.env['LOG_LEVEL'] = 'error';
    service = await startWithHandlers('probe', ProbeModule);
    client = service.app.get(RpcClient);
  });

  afterAll(async () => {
    await service.app.close();
    await nats.stop();
  });

  const publish = (id: string, text: string) =>
    service.app.get(JetStreamPublisher).publish(withToken(JOB, 'software'), { text }, { id });

  it('replies to a request and ignores unknown fields', async () => {
    await expect(client.call(HALVE, { n: 8, since: 'a newer version' } as Question)).resolves.toEqual({ half: 4 });
  });

  it("carries another service's error to the caller with its details", async () => {
    await expect(client.call(HALVE, { n: 13 })).rejects.toMatchObject({
      code: 'INSUFFICIENT_CREDITS',
      details: 'Required: 13 credits, Available: 0 credits',
    });
  });

  it('keeps internals inside', async () => {
    const error: unknown = await client.call(HALVE, { n: 0 }).catch((e: unknown) => e);
    expect(error).toMatchObject({ code: 'INTERNAL_SERVER_ERROR' });
    expect(JSON.stringify(error)).not.toContain('secret internals');
  });

  it('refuses a payload of the wrong shape', async () => {
    await expect(client.call(HALVE, { n: 'eight' } as never)).rejects.toMatchObject({ code: 'INTERNAL_SERVER_ERROR' });
  });

  it('fails at once with a time to retry where no service replies', async () => {
    await expect(client.call(UNSERVED, { n: 1 })).rejects.toMatchObject({
      code: 'INTERNAL_SERVER_ERROR',
      retryAfterS: 5,
    });
  });

  it('ends the work for a caller that has gone', async () => {
    const caller = new AbortController();
    const reply = withCallerSignal(caller.signal, () => client.call(WAIT, { n: 1 }));
    const refused = expect(reply).rejects.toMatchObject({ code: 'INTERNAL_SERVER_ERROR' });
    await service.app.get(NatsLink).connection.flush();
    caller.abort();
    await eventually(() => abandoned.includes(1));
    await refused;
  });

  it('ends the work for a caller that has waited long enough', async () => {
    await expect(client.call(WAIT, { n: 2 })).rejects.toMatchObject({ code: 'INTERNAL_SERVER_ERROR', retryAfterS: 5 });
    await eventually(() => abandoned.includes(2));
  });

  it('sends nothing for a caller that has gone before', async () => {
    const call = () => client.call(WAIT, { n: 3 });
    await expect(withCallerSignal(AbortSignal.abort(), call)).rejects.toThrow('aborted');
  });

  it('delivers live messages', async () => {
    service.app.get(LivePublisher).publish(NOTE, { text: 'hello' });
    await eventually(() => received.includes('hello'));
  });

  it('delivers a durable message, once per id', async () => {
    await publish('job-1', 'first');
    await publish('job-1', 'first');
    await publish('job-2', 'second');
    await eventually(() => worked.some(({ id }) => id === 'job-2'));
    expect(worked.filter(({ id }) => id === 'job-1')).toEqual([{ id: 'job-1', text: 'first', delivery: 1 }]);
  });

  it('redelivers a message whose handler failed', async () => {
    await publish('job-3', 'fails once');
    await eventually(() => worked.some(({ id, delivery }) => id === 'job-3' && delivery === 2));
  });

  it('continues after a crash of the server, and after the loss of its storage', async () => {
    await nats.kill9();
    await nats.restart();
    await eventually(() => publish('job-4', 'after a crash').then(() => true));
    await eventually(() => worked.some(({ id }) => id === 'job-4'));
    await nats.wipeStore();
    await nats.restart();
    await eventually(() => publish('job-5', 'after a loss').then(() => true));
    await eventually(() => worked.some(({ id }) => id === 'job-5'));
    await expect(client.call(HALVE, { n: 6 })).resolves.toEqual({ half: 3 });
  });
});
