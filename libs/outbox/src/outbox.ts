import { randomUUIDv7 } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { type EntityManager } from '@mikro-orm/postgresql';
import type { ConcreteSubject, DurableContract, StreamName } from '#libs/contracts';
import { currentTraceHeaders, type TraceHeaders } from '#libs/runtime';
import { onDatabaseClock } from './message-ids.js';

/** Options of publishing a message. */
export interface EnqueueOptions {
  /** Messages with the same key keep their order; usually a video's id. */
  orderKey: string;
  /** The trace to use where none is active: that of the resource the message is about. */
  traceHeaders?: TraceHeaders;
}

/** Publishes state changes reliably: the message is a row of the transaction that makes the change, published after its commit. */
@Injectable()
export class Outbox {
  private wakeRelay: (stream: StreamName) => void = () => undefined;
  /** The streams into which each transaction has enqueued messages. */
  private readonly streams = new WeakMap<EntityManager, Set<StreamName>>();

  /** Runs `work` in a transaction and wakes the relays of its messages after the commit. */
  async transaction<T>(em: EntityManager, work: (tx: EntityManager) => Promise<T>): Promise<T> {
    const streams = new Set<StreamName>();
    const result = await em.fork().transactional((tx) => {
      this.streams.set(tx, streams);
      return work(tx);
    });
    for (const stream of streams) this.wakeRelay(stream);
    return result;
  }

  /** Adds a message to the transaction of `tx`, with the active trace. */
  async enqueue<Payload extends object, Subject extends string>(
    tx: EntityManager,
    contract: DurableContract<Payload, ConcreteSubject<Subject>>,
    payload: Payload,
    { orderKey, traceHeaders = {} }: EnqueueOptions,
  ): Promise<void> {
    const trace = { ...traceHeaders, ...currentTraceHeaders() };
    await tx.execute(
      `INSERT INTO outbox (id, stream, subject, order_key, payload, trace_headers) VALUES (${onDatabaseClock('?')}, ?, ?, ?, ?, ?)`,
      [randomUUIDv7(), contract.stream, contract.subject, orderKey, JSON.stringify(payload), JSON.stringify(trace)],
    );
    this.streams.get(tx)?.add(contract.stream);
  }

  /** Sets the function that wakes the relay of a stream after a commit. */
  onCommit(wake: (stream: StreamName) => void): void {
    this.wakeRelay = wake;
  }
}
