import { jetstream, type JsMsg } from '@nats-io/jetstream';
import { headers } from '@nats-io/transport-node';
import { DEAD_LETTERS } from '#libs/contracts';
import type { NatsLink } from './nats-link.js';
import type { Streams } from './streams.js';
import type { UnreadableMessage } from './unreadable-message.js';

const ACK_TIMEOUT_MS = 5_000;

/** Keeps messages that cannot be read, byte for byte, in a stream of their own for an operator. */
export class DeadLetters {
  constructor(
    private readonly link: NatsLink,
    private readonly streams: Streams,
  ) {}

  /**
   * Stores a copy under `dead.` and the message's subject, with headers that name its origin and the reason why it is
   * there.
   *
   * @throws the server's or the connection's error; the copy may have been stored nevertheless, so repeat
   */
  async keep(message: JsMsg, consumer: string, { reason }: UnreadableMessage): Promise<void> {
    const { stream } = message.info;
    const facts = headers();
    const add = (name: string, value: string): void => facts.set(`Framewright-${name}`, value);
    add('Stream', stream);
    add('Sequence', String(message.seq));
    add('Message-Id', message.headers?.get('Nats-Msg-Id') ?? '');
    add('Consumer', consumer);
    add('Reason', reason);
    const options = { msgID: `${stream}:${message.seq}:${consumer}`, headers: facts };
    const client = jetstream(this.link.connection, { timeout: ACK_TIMEOUT_MS });
    const send = () => client.publish(`${DEAD_LETTERS.prefix}${message.subject}`, message.data, options);
    try {
      await send();
    } catch {
      await this.streams.ensure(DEAD_LETTERS.stream); // the usual cause: a stream that was lost, or is not there yet
      await send();
    }
  }
}
