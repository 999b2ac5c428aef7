import { type DurableContract, type EdgeOwner, SERVICE_EDGES, type ServiceEdges, STREAMS } from '#libs/contracts';
import { consumerName } from './jetstream-strategy.js';

/** Whose edges a NATS user has, by their names: the operator's command runs in a gateway's pod with the gateway's address. */
export const NATS_USERS = {
  gateway: ['gateway', 'operator'],
  videos: ['videos'],
  credits: ['credits'],
  renderer: ['renderer'],
  webhooks: ['webhooks'],
  /** Whoever makes streams and consumers. */
  streams: [],
} as const satisfies Record<string, readonly EdgeOwner[]>;
export type NatsUser = keyof typeof NATS_USERS;

/** The `permissions` of one user in nats-server's configuration (docs.nats.io: Authorization). */
export interface NatsPermissions {
  publish: { allow: string[] };
  subscribe: { allow: string[] };
  /** The right to answer a question at the address it carries, for those who answer. */
  allow_responses?: { max: number; expires: string };
}

/** One entry of `authorization.users` in nats-server's configuration. */
export interface NatsUserEntry {
  user: NatsUser;
  password: string;
  permissions: NatsPermissions;
}

/** Every user, with the least it needs for its edges (measured on a real server: `permissions.int.spec.ts`). */
export function natsUsers(passwordOf: (user: NatsUser) => string): NatsUserEntry[] {
  const users = Object.keys(NATS_USERS) as NatsUser[];
  return users.map((user) => ({ user, password: passwordOf(user), permissions: permissionsOf(user) }));
}

/**
 * Messages of one answer, and how long an answer may take: longer than any question waits. A right that is used up is forgotten
 * at once; with a second message to spare nats-server would go through 2 minutes' worth of them at every message.
 */
const RESPONSES = { max: 1, expires: '2m' };

function permissionsOf(user: NatsUser): NatsPermissions {
  if (user === 'streams') return streamsPermissions();
  const owners: readonly EdgeOwner[] = NATS_USERS[user];
  const edges = owners.map((owner): [EdgeOwner, ServiceEdges] => [owner, SERVICE_EDGES[owner]]);
  const publish = edges.flatMap(([owner, { calls, emits, consumes, publishes }]) => [
    ...[...calls, ...emits, ...publishes].map(({ subject }) => subject),
    ...consumes.flatMap((contract) => consumerSubjects(owner, contract)),
    ...(owner === 'renderer' ? [] : emits.map(({ stream }) => `$JS.API.STREAM.INFO.${stream}`)),
  ]);
  const subscribe = edges.flatMap(([owner, { serves, subscribes }]) => [
    ...[...serves, ...subscribes].map(({ subject }) => subject),
    `_INBOX_${owner}.>`,
  ]);
  const servesAny = edges.some(([, { serves }]) => serves.length > 0);
  return {
    publish: { allow: [...new Set(publish)] },
    subscribe: { allow: subscribe },
    ...(servesAny ? { allow_responses: RESPONSES } : {}),
  };
}

/** Look at the consumer, pull from it, acknowledge. */
function consumerSubjects(owner: EdgeOwner, { stream, subject }: DurableContract): string[] {
  const consumer = `${stream}.${consumerName(owner, subject)}`;
  return [`$JS.API.CONSUMER.INFO.${consumer}`, `$JS.API.CONSUMER.MSG.NEXT.${consumer}`, `$JS.ACK.${consumer}.>`];
}

function streamsPermissions(): NatsPermissions {
  const verbs = ['STREAM.INFO', 'STREAM.CREATE', 'CONSUMER.INFO', 'CONSUMER.CREATE'];
  const allow = Object.keys(STREAMS).flatMap((stream) =>
    verbs.map((verb) => `$JS.API.${verb}.${stream}${verb.startsWith('CONSUMER') ? '.>' : ''}`),
  );
  return { publish: { allow }, subscribe: { allow: ['_INBOX_streams.>'] } };
}
