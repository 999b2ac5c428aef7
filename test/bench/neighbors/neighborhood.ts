import { setTimeout as delay } from 'node:timers/promises';
import pLimit from 'p-limit';
import { createApiClient, unwrap } from '#libs/client';
import { type Receiver, serve, startReceiver, startSystem, type TestServer, type TestSystem } from '#libs/testing';
import { newCustomer, newOrganization } from '../../e2e/new-customer.ts';
import { pidsOf, systemHoldings } from '../../e2e/system-holdings.ts';
import { ControlGroups, type MemoryUse } from './control-groups.ts';
import { Neighbor, type Observation } from './neighbor.ts';
import type { Answers } from './push-process.ts';
import { arrivePusher, watchedVideo } from './pusher.ts';
import { type Push, type Pusher, PUSHES, type PushName } from './pushes.ts';
import { startPushing } from './pushing.ts';

/** Time after which a push has reached its full rate, ms. */
const SWING_MS = 3_000;
/** Time after which everything that a push has begun has ended, except videos, ms. */
const CALM_MS = 10_000;
const CREDITS = 100_000;
const UNLIMITED = '1000000';
const CANCELS_AT_ONCE = 8;

/** Results of one push, and the neighbor's observation meanwhile. */
export interface Run {
  readonly observation: Observation;
  /** Answers that the pushing organization got. */
  readonly answers: Answers;
  /** Memory of each service during the push; empty where it has no limit. */
  readonly memory: ReadonlyMap<string, MemoryUse>;
  /** Names of the system's processes that ended. */
  readonly ended: readonly string[];
}

/** The running system and servers, until they are closed. */
interface Place {
  readonly system: TestSystem;
  readonly groups: ControlGroups | null;
  readonly servers: readonly (TestServer | Receiver)[];
}

/** An organization that can push. */
interface Resident {
  readonly id: string;
  readonly pusher: Omit<Pusher, 'video'>;
}

/** A system with three organizations: a neighbor that works, one without credits that pushes, and one with credits that pushes. */
export class Neighborhood {
  private readonly place: Place;
  private readonly neighbor: Neighbor;
  private readonly residents: { readonly free: Resident; readonly paid: Resident };

  private constructor(place: Place, { neighbor, free, paid }: { neighbor: Neighbor; free: Resident; paid: Resident }) {
    this.place = place;
    this.neighbor = neighbor;
    this.residents = { free, paid };
  }

  static async open(): Promise<Neighborhood> {
    const hanging = await serve(() => undefined);
    const receiver = await startReceiver();
    const groups = ControlGroups.make();
    const system = await startSystem({
      ...{ RATE_LIMIT_PER_MINUTE: '100', ASSET_STALL_TIMEOUT_MS: '10000', RENDER_SLOTS: '2' },
      ...groups?.environment,
    });
    const place = { system, groups, servers: [hanging, receiver] };
    try {
      const neighbor = await arriveNeighbor(system, receiver);
      const free = await arriveResident(system, { hangingUrl: hanging.url, credits: 0 });
      const paid = await arriveResident(system, { hangingUrl: hanging.url, credits: CREDITS });
      const client = createApiClient({ baseUrl: system.baseUrl, apiKey: paid.pusher.key });
      const webhook = { url: `${hanging.url}/webhook`, events: ['video.started' as const, 'video.finished' as const] };
      await unwrap(client.POST('/webhooks', { body: webhook }));
      return new Neighborhood(place, { neighbor, free, paid });
    } catch (error) {
      await close(place);
      throw error;
    }
  }

  get isLimited(): boolean {
    return this.place.groups !== null;
  }

  /** Observes the neighbor for `seconds` without a push. */
  alone(seconds: number): Promise<Observation> {
    return this.neighbor.observe(seconds);
  }

  /** Observes the neighbor for `seconds` beside a push. */
  async beside(name: PushName, seconds: number): Promise<Run> {
    const before = pidsOf(systemHoldings(this.place.system));
    const { pusher } = this.residentOf(name);
    const pushing = startPushing({ name, pusher: { ...pusher, video: await watchedVideo(pusher) } });
    const endWatch = this.place.groups?.watch();
    const stop = async () => {
      const memory = endWatch?.() ?? new Map<string, MemoryUse>();
      return { memory, answers: await pushing.stop() };
    };
    const observed = delay(SWING_MS).then(() => this.neighbor.observe(seconds));
    const [observation, { memory, answers }] = await Promise.all([observed, observed.then(stop, stop)]);
    const after = pidsOf(systemHoldings(this.place.system));
    return { observation, answers, memory, ended: Object.keys(before).filter((name) => before[name] !== after[name]) };
  }

  /** Ends what a push has begun: cancels its videos. */
  async calm(name: PushName): Promise<void> {
    const { id, pusher } = this.residentOf(name);
    await this.place.system.operator('organization', 'limit', id, UNLIMITED);
    const client = createApiClient({ baseUrl: pusher.baseUrl, apiKey: pusher.key });
    const sql = `SELECT id FROM videos WHERE org_id = $1 AND status = 'PROCESSING'`;
    const videos = await this.place.system.query<{ id: string }>('videos', sql, [id]);
    const cancel = (video: string) => client.POST('/videos/{id}/cancel', { params: { path: { id: video } } });
    await pLimit(CANCELS_AT_ONCE).map(videos, (video) => cancel(video.id));
    await this.place.system.operator('organization', 'limit', id, 'default');
    await delay(CALM_MS);
  }

  close(): Promise<void> {
    return close(this.place);
  }

  private residentOf(name: PushName): Resident {
    const kind: Push = PUSHES[name];
    return this.residents[kind.isPaid ? 'paid' : 'free'];
  }
}

async function close({ system, groups, servers }: Place): Promise<void> {
  await system.stop();
  groups?.remove();
  await Promise.all(servers.map((server) => server.stop()));
}

async function arriveNeighbor(system: TestSystem, receiver: Receiver): Promise<Neighbor> {
  const { id, key } = await newOrganization(system, CREDITS);
  await system.operator('organization', 'limit', id, UNLIMITED);
  for (const what of ['templates', 'media']) await system.operator('organization', what, id, '--count', UNLIMITED);
  const customer = await newCustomer(system, key);
  const client = createApiClient({ baseUrl: system.baseUrl, apiKey: key });
  await unwrap(client.POST('/webhooks', { body: { url: receiver.url, events: ['video.finished'] } }));
  return new Neighbor(system, customer, receiver);
}

async function arriveResident(
  system: TestSystem,
  { hangingUrl, credits }: { hangingUrl: string; credits: number },
): Promise<Resident> {
  const { id, key } = await newOrganization(system, credits);
  return { id, pusher: await arrivePusher(system, key, hangingUrl) };
}
