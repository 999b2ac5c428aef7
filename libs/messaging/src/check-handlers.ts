import type { DurableContract, MessageContract, ServiceEdges } from '#libs/contracts';

/** The list in a service's edges that has the handled contracts of each kind. */
const LIST = { rpc: 'serves', durable: 'consumes', live: 'subscribes' } as const satisfies Record<
  MessageContract['kind'],
  keyof ServiceEdges
>;

/**
 * Differences between the handlers of a service and its edges; empty when they agree. Every edge needs a handler. If
 * the `*` of a contract is filled in several ways, one of them is enough, because each process handles its own. A live
 * or durable message may have several handlers. A request has one, because it gets one reply.
 */
export function handlerFaults(edges: ServiceEdges, handled: readonly MessageContract[]): string[] {
  const edgesHandled = Object.values(LIST).flatMap((list): readonly MessageContract[] => edges[list]);
  const subjects = new Set(handled.map(idOf));
  const patterns = new Set(handled.filter(isDurable).map(({ pattern }) => pattern));
  const listed = new Set(edgesHandled.map(idOf));
  const requests = handled.filter(({ kind }) => kind === 'rpc').map(({ subject }) => subject);
  return [
    ...edgesHandled
      .filter((edge) => !(isDurable(edge) ? patterns.has(edge.pattern) : subjects.has(idOf(edge))))
      .map(({ kind, subject }) => `"${LIST[kind]}" lists ${subject}, which has no handler`),
    ...handled
      .filter((contract) => !listed.has(idOf(contract)))
      .map(({ kind, subject }) => `${subject} has a handler, but "${LIST[kind]}" does not list it`),
    ...[...new Set(requests.filter((subject, index) => requests.indexOf(subject) !== index))].map(
      (subject) => `${subject} has more than one handler`,
    ),
  ];
}

function isDurable(contract: MessageContract): contract is DurableContract {
  return contract.kind === 'durable';
}

function idOf({ kind, subject }: MessageContract): string {
  return `${kind} ${subject}`;
}
