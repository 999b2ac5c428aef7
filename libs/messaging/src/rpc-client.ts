import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { ClientNats, NatsRecordBuilder } from '@nestjs/microservices';
import type { NatsConnection } from '@nats-io/transport-node';
import { firstValueFrom, timeout, TimeoutError } from 'rxjs';
import { AppError, CALL_ENDED, CALL_ID_HEADER, type RpcContract } from '#libs/contracts';
import { callerSignal, currentTraceHeaders, traced } from '#libs/runtime';
import { NatsLink } from './nats-link.js';
import { LivePublisher } from './publishers.js';
import { rpcDuration } from './messaging.metrics.js';
import { messagingFacts, natsHeaders } from './trace-headers.js';

/** Seconds after which a caller may retry when a service did not reply. */
const RETRY_AFTER_S = 5;

class SharedClientNats extends ClientNats {
  constructor(private readonly link: NatsLink) {
    super({ queue: link.service, inboxPrefix: link.inboxPrefix });
  }

  override createClient(): Promise<NatsConnection> {
    return Promise.resolve(this.link.connection);
  }
}

/** Sends requests to other services. */
@Injectable()
export class RpcClient {
  private readonly client: ClientNats;

  constructor(
    link: NatsLink,
    private readonly live: LivePublisher,
  ) {
    this.client = new SharedClientNats(link);
  }

  /**
   * Sends a request and waits for its reply, at most the contract's timeout. A contract that `endsWithCaller` ends
   * the work in the other service after the timeout, or once the caller for whom this is done ({@link callerSignal}) is gone.
   *
   * @throws AppError the error that the other service replied. Without a reply (timeout, no service, no connection):
   * INTERNAL_SERVER_ERROR with `retryAfterS`. The request may have taken effect then, so only idempotent requests may
   * be retried.
   */
  call<Request extends object, Reply>(contract: RpcContract<Request, Reply>, request: Request): Promise<Reply> {
    const { subject } = contract;
    const facts = messagingFacts('client', { operation: 'send', subject });
    return traced(`send ${subject}`, facts, () => timed(subject, () => this.send(contract, request)));
  }

  private async send<Request extends object, Reply>(
    contract: RpcContract<Request, Reply>,
    request: Request,
  ): Promise<Reply> {
    if (contract.endsWithCaller) return this.sendForCaller(contract, request);
    return this.exchange(contract, request, currentTraceHeaders());
  }

  private async sendForCaller<Request extends object, Reply>(
    contract: RpcContract<Request, Reply>,
    request: Request,
  ): Promise<Reply> {
    const signal = callerSignal();
    signal?.throwIfAborted();
    const callId = randomUUID();
    const end = () => this.live.publish(CALL_ENDED, { call_id: callId });
    signal?.addEventListener('abort', end, { once: true });
    try {
      return await this.exchange(contract, request, { ...currentTraceHeaders(), [CALL_ID_HEADER]: callId });
    } catch (error) {
      if (error instanceof AppError && error.cause instanceof TimeoutError) end();
      throw error;
    } finally {
      signal?.removeEventListener('abort', end);
    }
  }

  private async exchange<Request extends object, Reply>(
    contract: RpcContract<Request, Reply>,
    request: Request,
    headers: Record<string, string>,
  ): Promise<Reply> {
    const record = new NatsRecordBuilder(request).setHeaders(natsHeaders(headers)).build();
    try {
      return await firstValueFrom(this.client.send<Reply>(contract.subject, record).pipe(timeout(contract.timeoutMs)));
    } catch (error) {
      throw this.describe(contract, error);
    }
  }

  private describe(contract: RpcContract, error: unknown): AppError {
    if (isReply(error)) return AppError.fromReply(error);
    const reason = error instanceof TimeoutError ? `no reply within ${contract.timeoutMs} ms` : 'not reachable';
    return new AppError('INTERNAL_SERVER_ERROR', {
      detail: `${contract.subject}: ${reason}`,
      retryAfterS: RETRY_AFTER_S,
      cause: error,
    });
  }
}

async function timed<T>(subject: string, send: () => Promise<T>): Promise<T> {
  const stop = rpcDuration.startTimer({ subject });
  try {
    const reply = await send();
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
