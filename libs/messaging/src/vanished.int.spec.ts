import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { Controller, Module } from '@nestjs/common';
import { Payload } from '@nestjs/microservices';
import { IsInt } from 'class-validator';
import { rpc } from '#libs/contracts';
import { type Service } from '#libs/runtime';
import { eventually, type SilentProxy, startNats, startSilentProxy, type TestNats } from '#libs/testing';
import { RpcHandler } from './handlers.js';
import { MessagingModule } from './messaging.module.js';
import { NatsLink } from './nats-link.js';
import { RpcClient } from './rpc-client.js';
import { startWithHandlers } from './start-with-handlers.js';

class Question {
  @IsInt()
  n: number;
}

const DOUBLE = rpc<Question, { double: number }>('rpc.probe.double', Question, {
  budget: 'requests',
  timeoutMs: 1_000,
});

@Controller()
class ProbeController {
  @RpcHandler(DOUBLE)
  double(@Payload() { n }: Question): { double: number } {
    return { double: 2 * n };
  }
}

@Module({ imports: [MessagingModule.forStandIn('probe')], controllers: [ProbeController] })
class ProbeModule {}

@Module({ imports: [MessagingModule.forStandIn('asker')] })
class AskerModule {}

/** Time within which both ends notice that the other has vanished. */
const WITHIN = { timeoutMs: 60_000, everyMs: 200 };
/**
 * Long pauses between questions. A server as old as 2.9.10 takes its own messages to a client for signs of the client's
 * life, so without pauses it would never notice.
 */
const SELDOM = { ...WITHIN, everyMs: 16_000 };
/**
 * Number of questions in a row. With two services that answer, one of them silent, all of them are answered once in a
 * million times.
 */
const IN_A_ROW = 20;

describe('a machine that vanishes', () => {
  let nats: TestNats;
  let proxy: SilentProxy;
  const running: Service[] = [];

  beforeEach(async () => {
    nats = await startNats();
    proxy = await startSilentProxy(nats.url);
    process.env['LOG_LEVEL'] = 'error';
  });

  afterEach(async () => {
    await Promise.all(running.splice(0).map(({ app }) => app.close()));
    await proxy.stop();
    await nats.stop();
  });

  const start = async (name: string, module: typeof ProbeModule, url: string): Promise<Service> => {
    process.env['NATS_URL'] = url;
    const service = await startWithHandlers(name, module);
    running.push(service);
    return service;
  };

  it('gets no more questions soon, and finds its way back', async () => {
    const vanishing = await start('probe', ProbeModule, proxy.through(nats.url));
    await start('probe', ProbeModule, nats.url);
    const asker = (await start('asker', AskerModule, nats.url)).app.get(RpcClient);
    const askAll = () => Promise.all(Array.from({ length: IN_A_ROW }, (_unused, n) => asker.call(DOUBLE, { n })));
    await askAll();
    proxy.silence();
    await expect(askAll()).rejects.toThrow();
    await eventually(askAll, SELDOM);
    const link = vanishing.app.get(NatsLink);
    await eventually(() => !link.isConnected, WITHIN);
    proxy.heal();
    await eventually(() => link.isConnected, WITHIN);
  }, 120_000);
});
