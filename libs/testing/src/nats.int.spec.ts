import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { jetstream, jetstreamManager } from '@nats-io/jetstream';
import { connect } from '@nats-io/transport-node';
import { startNats, type TestNats } from './nats.js';

describe('the nats-server of a spec', () => {
  let nats: TestNats;
  beforeEach(async () => {
    nats = await startNats();
    const connection = await connect({ servers: nats.url });
    await (await jetstreamManager(connection)).streams.add({ name: 'KEPT', subjects: ['kept.>'] });
    await jetstream(connection).publish('kept.one', 'x');
    await connection.close();
  });
  afterEach(() => nats.stop());

  it('has kept its messages after kill -9 and a restart, under the same address', async () => {
    await nats.kill9();
    await expect(connect({ servers: nats.url, maxReconnectAttempts: 0 })).rejects.toThrow();
    await nats.restart();
    expect(await storedMessages(nats.url)).toBe(1);
  });

  it('has lost everything after its store was wiped', async () => {
    await nats.wipeStore();
    await nats.restart();
    expect(await storedMessages(nats.url)).toBe('stream not found');
  });
});

async function storedMessages(url: string): Promise<number | string> {
  const connection = await connect({ servers: url });
  try {
    return (await (await jetstreamManager(connection)).streams.info('KEPT')).state.messages;
  } catch (error) {
    return (error as Error).message;
  } finally {
    await connection.close();
  }
}
