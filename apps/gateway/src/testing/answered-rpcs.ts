import { connect } from '@nats-io/transport-node';
import { AppError } from '#libs/contracts';

/** Requests of a spec's gateways to other services, which do not run: every request is answered with 404. */
export interface AnsweredRpcs {
  /** Everything asked so far, as sent. */
  readonly asked: readonly string[];
  stop(): Promise<void>;
}

/** Subscribes to the requests of all services. */
export async function answerRpcs(natsUrl: string): Promise<AnsweredRpcs> {
  const connection = await connect({ servers: natsUrl });
  const asked: string[] = [];
  const err = new AppError('RESOURCE_NOT_FOUND').toReply();
  connection.subscribe('rpc.>', {
    callback(_error, message) {
      asked.push(message.string());
      const { id } = message.json<{ id: string }>();
      message.respond(JSON.stringify({ id, err, isDisposed: true }));
    },
  });
  await connection.flush();
  return { asked, stop: () => connection.close() };
}
