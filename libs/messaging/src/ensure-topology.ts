import { type EdgeOwner, SERVICE_EDGES, type ServiceEdges, STREAMS, type StreamName } from '#libs/contracts';
import { Health, type Logger } from '#libs/runtime';
import { consumerName } from './jetstream-strategy.js';
import type { NatsConfig } from './nats.config.js';
import { NatsLink } from './nats-link.js';
import { Streams } from './streams.js';

/**
 * Creates missing streams and the missing consumers of every service; existing ones are not changed. For installations
 * whose services may not create them (`MANAGE_STREAMS=false`). Waits for the server to start.
 *
 * @param config with the URL of the user `streams`
 * @returns the names of the created streams. The relays publish again what was lost with former streams of these names
 */
export async function ensureTopology(config: NatsConfig, log: Logger): Promise<StreamName[]> {
  const link = await NatsLink.open('streams', config, log, new Health());
  try {
    return await createMissing(new Streams(link, config));
  } finally {
    await link.onApplicationShutdown();
  }
}

async function createMissing(streams: Streams): Promise<StreamName[]> {
  const created: StreamName[] = [];
  for (const stream of Object.keys(STREAMS) as StreamName[]) if (await streams.ensure(stream)) created.push(stream);
  for (const [owner, { consumes }] of Object.entries(SERVICE_EDGES) as [EdgeOwner, ServiceEdges][]) {
    for (const { stream, subject } of consumes) {
      await streams.ensureConsumer(stream, consumerName(owner, subject), subject);
    }
  }
  return created;
}
