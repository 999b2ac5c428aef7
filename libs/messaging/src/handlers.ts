import {
  applyDecorators,
  type ArgumentsHost,
  Catch,
  type ExceptionFilter,
  type PipeTransform,
  UseFilters,
  UseInterceptors,
  UsePipes,
} from '@nestjs/common';
import { BaseRpcContext, EventPattern, MessagePattern, RpcException, Transport } from '@nestjs/microservices';
import { type Observable, throwError } from 'rxjs';
import {
  type DurableContract,
  type LiveContract,
  parseMessage,
  type RpcContract,
  type PayloadClass,
} from '#libs/contracts';
import { asAppError, callerSignal, Logger } from '#libs/runtime';
import { markHandled } from './handled-contracts.js';
import { type DurableContext, JETSTREAM } from './jetstream-strategy.js';
import { TakesPlace } from './takes-place.js';
import { UnreadableMessage } from './unreadable-message.js';

/** Decorates methods that can be called as a `Handler`; does not compile on any other. */
type DecoratorFor<Handler extends (...parameters: never[]) => unknown> = <Method extends Handler>(
  target: object,
  key: string | symbol,
  descriptor: TypedPropertyDescriptor<Method>,
) => void;

/**
 * Makes a controller method reply to requests. It begins when it is its organization's turn in the contract's budget, where this
 * service keeps that. The request is validated by the contract's class. A thrown {@link AppError}
 * becomes the caller's error; any other error becomes INTERNAL_SERVER_ERROR.
 */
export function RpcHandler<Request extends object, Reply>(
  contract: RpcContract<Request, Reply>,
): DecoratorFor<(request: Request) => Reply | Promise<Reply>> {
  return applyDecorators(
    markHandled(contract),
    MessagePattern(contract.subject, Transport.NATS),
    UseInterceptors(TakesPlace(contract)),
    UsePipes(new MessagePipe(contract.request)),
    UseFilters(RpcErrorFilter),
  );
}

/** Options of a durable handler. */
export interface DurableOptions {
  /** Messages handled at once in this process (default 4). Nothing is fetched ahead. */
  concurrency?: number;
}

/**
 * Makes a controller method consume a stream. A message is acknowledged when the method returns, redelivered after a
 * growing delay when it throws, and kept from redelivery while the method works. A message that cannot be read is
 * rejected in the end. The second parameter is the {@link DurableContext}.
 */
export function DurableHandler<Payload extends object>(
  contract: DurableContract<Payload>,
  options: DurableOptions = {},
): DecoratorFor<(payload: Payload, context: DurableContext) => void | Promise<void>> {
  return applyDecorators(
    markHandled(contract),
    EventPattern(contract.subject, JETSTREAM, { stream: contract.stream, ...options }) as MethodDecorator,
    UsePipes(new DurablePipe(contract.payload)),
    UseFilters(RethrowFilter),
  );
}

/** Makes a controller method receive live messages: each message goes to one replica, or to every replica. */
export function LiveHandler<Payload extends object>(
  contract: LiveContract<Payload>,
  options: { everyReplica?: boolean } = {},
): DecoratorFor<(payload: Payload) => void | Promise<void>> {
  return applyDecorators(
    markHandled(contract),
    EventPattern(contract.subject, Transport.NATS, options.everyReplica ? { queue: '' } : {}) as MethodDecorator,
    UsePipes(new MessagePipe(contract.payload)),
    UseFilters(LiveErrorFilter),
  );
}

class MessagePipe implements PipeTransform {
  constructor(protected readonly shape: PayloadClass) {}

  transform(value: unknown): object {
    if (value instanceof BaseRpcContext) return value; // Nest pipes every parameter, the context too
    return parseMessage(this.shape, value);
  }
}

/** Most characters of a message's broken rules in the log, which has no use for thousands. */
const MAX_DETAIL_CHARACTERS = 500;

class DurablePipe extends MessagePipe {
  override transform(value: unknown): object {
    try {
      return super.transform(value);
    } catch (cause) {
      const detail = (asAppError(cause).detail ?? '').slice(0, MAX_DETAIL_CHARACTERS);
      throw new UnreadableMessage(this.isNewer(value) ? 'newer_schema' : 'malformed', detail, { cause });
    }
  }

  private isNewer(value: unknown): boolean {
    const known = schemaOf(new this.shape());
    const sent = schemaOf(value);
    return known !== undefined && sent !== undefined && sent > known;
  }
}

function schemaOf(value: unknown): number | undefined {
  if (typeof value !== 'object' || value === null || !('schema' in value)) return undefined;
  return typeof value.schema === 'number' ? value.schema : undefined;
}

@Catch()
class RpcErrorFilter implements ExceptionFilter {
  constructor(private readonly log: Logger) {}

  catch(error: unknown): Observable<never> {
    const known = asAppError(error);
    if (callerSignal()?.aborted) this.log.info('rpc.abandoned');
    else if (known.status >= 500) this.log.error('rpc.failed', { error: known });
    return throwError(() => new RpcException(known.toReply()).getError());
  }
}

/** Passes errors on as they were thrown, because the strategy decides what a failure means. */
@Catch()
class RethrowFilter implements ExceptionFilter {
  catch(error: unknown): Observable<never> {
    return throwError(() => error);
  }
}

@Catch()
class LiveErrorFilter implements ExceptionFilter {
  constructor(private readonly log: Logger) {}

  catch(error: unknown, host: ArgumentsHost): void {
    this.log.warn('message.dropped', {
      subject: host.switchToRpc().getContext<{ getSubject(): string }>().getSubject(),
      error,
    });
  }
}
