import {
  DEAD_LETTERS,
  type DurableContract,
  type EdgeOwner,
  SERVICE_EDGES,
  type ServiceEdges,
  STREAMS,
} from '#libs/contracts';
import { consumerName } from './jetstream-strategy.js';

/**
 * The services whose edges a NATS user has. The operator's command runs in a gateway's pod and uses the gateway's user.
 */
export const NATS_USERS = {
  gateway: ['gateway', 'operator'],
  videos: ['videos'],
  credits: ['credits'],
  renderer: ['renderer'],
  webhooks: ['webhooks'],
  /** Creates streams and consumers; reads dead letters. */
  streams: [],
} as const satisfies Record<string, readonly EdgeOwner[]>;
export type NatsUser = keyof typeof NATS_USERS;

/** The `permissions` of one user in nats-server's configuration (docs.nats.io: Authorization). */
export interface NatsPermissions {
  publish: { allow: string[] };
  subscribe: { allow: string[] };
  /** The right to reply to a request, for services that serve requests. */
  allow_responses?: { max: number; expires: string };
}

/** One entry of `authorization.users` in nats-server's configuration. */
export interface NatsUserEntry {
  user: NatsUser;
  password: string;
  permissions: NatsPermissions;
}

/**
 * All users, each with the least permissions that its edges need (verified on a real server:
 * `permissions.int.spec.ts`).
 */
export function natsUsers(passwordOf: (user: NatsUser) => string): NatsUserEntry[] {
  const users = Object.keys(NATS_USERS) as NatsUser[];
  return users.map((user) => ({ user, password: passwordOf(user), permissions: permissionsOf(user) }));
}

/**
 * Number of messages that may reply to a request, and time within which they may: longer than any timeout. The server
 * removes a used right at once; if a second message were allowed, it would scan the rights of the last 2 minutes at
 * every message.
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

/** Subjects with which an owner inspects its consumer, pulls from it, acknowledges, and keeps unreadable messages. */
function consumerSubjects(owner: EdgeOwner, { stream, subject }: DurableContract): string[] {
  const consumer = `${stream}.${consumerName(owner, subject)}`;
  return [
    `$JS.API.CONSUMER.INFO.${consumer}`,
    `$JS.API.CONSUMER.MSG.NEXT.${consumer}`,
    `$JS.ACK.${consumer}.>`,
    `${DEAD_LETTERS.prefix}${subject}`,
  ];
}

function streamsPermissions(): NatsPermissions {
  const allow = Object.keys(STREAMS).flatMap((stream) => [
    ...['INFO', 'CREATE'].map((verb) => `$JS.API.STREAM.${verb}.${stream}`),
    // Dead letters have no consumer: an operator reads them as this user.
    ...(stream === DEAD_LETTERS.stream
      ? [`$JS.API.STREAM.MSG.GET.${stream}`]
      : ['INFO', 'CREATE'].map((verb) => `$JS.API.CONSUMER.${verb}.${stream}.>`)),
  ]);
  return { publish: { allow }, subscribe: { allow: ['_INBOX_streams.>'] } };
}
