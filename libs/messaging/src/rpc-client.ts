import { Injectable } from '@nestjs/common';
import { ClientNats, NatsRecordBuilder } from '@nestjs/microservices';
import type { NatsConnection } from '@nats-io/transport-node';
import { firstValueFrom, timeout, TimeoutError } from 'rxjs';
import { AppError, type RpcContract } from '#libs/contracts';
import { currentTraceHeaders, traced } from '#libs/runtime';
import { NatsLink } from './nats-link.js';
import { rpcDuration } from './messaging.metrics.js';
import { messagingFacts, natsHeaders } from './trace-headers.js';

/** Seconds after which a caller may try again when a service behind us did not answer. */
const RETRY_AFTER_S = 5;

class SharedClientNats extends ClientNats {
  constructor(private readonly link: NatsLink) {
    super({ queue: link.service, inboxPrefix: link.inboxPrefix });
  }

  override createClient(): Promise<NatsConnection> {
    return Promise.resolve(this.link.connection);
  }
}

/** Asks other services. */
@Injectable()
export class RpcClient {
  private readonly client: ClientNats;

  constructor(link: NatsLink) {
    this.client = new SharedClientNats(link);
  }

  /**
   * Asks and waits at most the contract's time.
   *
   * @throws AppError as the other service replied it. No answer in time, no service or no connection:
   * INTERNAL_SERVER_ERROR with `retryAfterS`; then the question may or may not have taken effect, so only repeatable
   * questions may be asked again.
   */
  call<Request extends object, Reply>(contract: RpcContract<Request, Reply>, request: Request): Promise<Reply> {
    const { subject } = contract;
    const facts = messagingFacts('client', { operation: 'send', subject });
    return traced(`send ${subject}`, facts, () => timed(subject, () => this.ask(contract, request)));
  }

  private async ask<Request extends object, Reply>(
    contract: RpcContract<Request, Reply>,
    request: Request,
  ): Promise<Reply> {
    const record = new NatsRecordBuilder(request).setHeaders(natsHeaders(currentTraceHeaders())).build();
    try {
      return await firstValueFrom(this.client.send<Reply>(contract.subject, record).pipe(timeout(contract.timeoutMs)));
    } catch (error) {
      throw this.describe(contract, error);
    }
  }

  private describe(contract: RpcContract, error: unknown): AppError {
    if (isReply(error)) return AppError.fromReply(error);
    const reason = error instanceof TimeoutError ? `no answer within ${contract.timeoutMs} ms` : 'not reachable';
    return new AppError('INTERNAL_SERVER_ERROR', {
      detail: `${contract.subject}: ${reason}`,
      retryAfterS: RETRY_AFTER_S,
      cause: error,
    });
  }
}

async function timed<T>(subject: string, ask: () => Promise<T>): Promise<T> {
  const stop = rpcDuration.startTimer({ subject });
  try {
    const reply = await ask();
    stop({ outcome: 'ok' });
    return reply;
  } catch (error) {
    stop({ outcome: error instanceof AppError ? error.code : 'INTERNAL_SERVER_ERROR' });
    throw error;
  }
}

function isReply(error: unknown): boolean {
  return typeof error === 'object' && error !== null && !(error instanceof Error);
}
