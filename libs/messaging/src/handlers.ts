import {
  applyDecorators,
  type ArgumentsHost,
  Catch,
  type ExceptionFilter,
  type PipeTransform,
  UseFilters,
  UsePipes,
} from '@nestjs/common';
import { BaseRpcContext, EventPattern, MessagePattern, RpcException, Transport } from '@nestjs/microservices';
import { type Observable, throwError } from 'rxjs';
import { type DurableContract, type LiveContract, parseMessage, type RpcContract, type Shape } from '#libs/contracts';
import { asAppError, Logger } from '#libs/runtime';
import { JETSTREAM } from './jetstream-strategy.js';

/**
 * Marks a controller method as the answer to a question. The payload is validated by the contract's own class, whatever
 * type the method declares; an {@link AppError} travels back to the asker, anything else as INTERNAL_SERVER_ERROR.
 */
export function RpcHandler(contract: RpcContract): MethodDecorator {
  return applyDecorators(
    MessagePattern(contract.subject, Transport.NATS),
    UsePipes(new MessagePipe(contract.request)),
    UseFilters(RpcErrorFilter),
  );
}

/** How a durable handler runs. */
export interface DurableOptions {
  /** Messages handled at once in this process: one pull per free place, nothing fetched ahead (default 4). */
  concurrency?: number;
}

/**
 * Marks a controller method as a consumer of a stream: acknowledged when it returns, handed back with a growing delay
 * when it throws, kept alive while it works. A {@link DurableContext} follows the payload.
 */
export function DurableHandler(contract: DurableContract, options: DurableOptions = {}): MethodDecorator {
  return applyDecorators(
    EventPattern(contract.subject, JETSTREAM, { stream: contract.stream, ...options }) as MethodDecorator,
    UsePipes(new MessagePipe(contract.payload)),
    UseFilters(RethrowFilter),
  );
}

/** Marks a controller method as a listener for news: one replica hears each message, or every replica does. */
export function LiveHandler(contract: LiveContract, options: { everyReplica?: boolean } = {}): MethodDecorator {
  return applyDecorators(
    EventPattern(contract.subject, Transport.NATS, options.everyReplica ? { queue: '' } : {}) as MethodDecorator,
    UsePipes(new MessagePipe(contract.payload)),
    UseFilters(LiveErrorFilter),
  );
}

class MessagePipe implements PipeTransform {
  constructor(private readonly shape: Shape) {}

  transform(value: unknown): object {
    if (value instanceof BaseRpcContext) return value; // Nest pipes every parameter, the context too
    return parseMessage(this.shape, value);
  }
}

@Catch()
class RpcErrorFilter implements ExceptionFilter {
  constructor(private readonly log: Logger) {}

  catch(error: unknown): Observable<never> {
    const known = asAppError(error);
    if (known.status >= 500) this.log.error('rpc.failed', { error: known });
    return throwError(() => new RpcException(known.toReply()).getError());
  }
}

/** The strategy decides what a failure means, so it gets the error as thrown. */
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
