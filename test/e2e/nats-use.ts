/** One use of nats-server by a client. */
export interface NatsUse {
  readonly user: string;
  readonly does: 'publish' | 'subscribe';
  readonly subject: string;
  /** Whether the server gave the client this subject as the address of a reply. */
  readonly answers: boolean;
}

/** `[1] 2026/11/21 17:01:06.74 [TRC] 127.0.0.1:35008 - cid:5 - "v3.4.0:nats.js:gateway" - <<- [SUB rpc.x gateway 1]` */
const TRACE = /^\[\d+\] \S+ \S+ \[TRC\] \S+ - cid:(\d+) - (?:"[^"]*" - )*(<<-|->>) \[([A-Z]+) (.*)\]$/;

/**
 * Every subject that clients with a user have published or subscribed to, once for each user, from the log of a
 * nats-server that traces its protocol (`nats-server -V`).
 */
export function natsUses(log: string): NatsUse[] {
  const userOf = new Map<string, string>();
  const handed = new Set<string>();
  const uses = new Map<string, NatsUse>();
  for (const line of log.split('\n')) {
    const [, client = '', direction, operation = '', rest = ''] = TRACE.exec(line) ?? [];
    if (operation === 'CONNECT') userOf.set(client, (JSON.parse(rest) as { user?: string }).user ?? '');
    const words = rest.split(' ');
    if (direction === '->>') {
      const reply = replyTo(operation, words);
      if (reply !== undefined) handed.add(`${client} ${reply}`);
      continue;
    }
    const does = DOES[operation];
    if (!does) continue;
    const subject = words[0]!;
    const use = { user: userOf.get(client) ?? '', does, subject, answers: handed.has(`${client} ${subject}`) };
    uses.set(JSON.stringify(use), use);
  }
  return [...uses.values()];
}

/** The operations of a client (docs.nats.io: Client Protocol) that need a permission. */
const DOES: Partial<Record<string, NatsUse['does']>> = { PUB: 'publish', HPUB: 'publish', SUB: 'subscribe' };

/** `MSG <subject> <sid> [reply-to] <bytes>`, and `HMSG` with the bytes of its headers before. */
function replyTo(operation: string, words: readonly string[]): string | undefined {
  const withReply = { MSG: 4, HMSG: 5 }[operation];
  return words.length === withReply ? words[2] : undefined;
}

/** Whether a permission for `pattern` lets a client use `subject`, which may have wildcards itself. */
export function covers(pattern: string, subject: string): boolean {
  const [wanted, given] = [pattern.split('.'), subject.split('.')];
  for (const [index, token] of wanted.entries()) {
    if (token === '>') return given.length > index;
    if (given[index] === undefined || given[index] === '>') return false;
    if (token !== '*' && token !== given[index]) return false;
  }
  return wanted.length === given.length;
}
