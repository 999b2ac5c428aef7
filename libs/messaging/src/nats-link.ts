import { setTimeout as delay } from 'node:timers/promises';
import { Injectable, type OnApplicationShutdown, type OnModuleDestroy } from '@nestjs/common';
import { connect, type ConnectionOptions, type NatsConnection } from '@nats-io/transport-node';
import { Health, Logger } from '#libs/runtime';
import { NatsConfig } from './nats.config.js';

const RECONNECT_WAIT_MS = 500;
/** A server that has not answered so many pings in a row has vanished: known after 15 s; the client's default is 6 min. */
const PING = { pingInterval: 5_000, maxPingOut: 2 };
const CONNECT_TIMEOUT_MS = 5_000;
/** How long a stopping service waits for an answer of the server at the end, ms. */
const FAREWELL_MS = 5_000;

/**
 * The one NATS connection of a process. It reconnects for ever (the client's default gives up after ten tries and leaves
 * the service deaf), and everything that speaks NATS shares it.
 */
@Injectable()
export class NatsLink implements OnModuleDestroy, OnApplicationShutdown {
  private connected = true;
  private connectedTimes = 1;
  private stopping = false;

  private constructor(
    readonly connection: NatsConnection,
    readonly service: string,
    private readonly log: Logger,
  ) {}

  /** Answers to this service come here and nowhere else, so that its NATS user needs to hear no more than its own. */
  get inboxPrefix(): string {
    return inboxPrefix(this.service);
  }

  /** Connects, waiting for the server to come up. */
  static async open(service: string, config: NatsConfig, log: Logger, health: Health): Promise<NatsLink> {
    const connection = await connect({
      ...serversOf(config.natsUrl),
      name: service,
      inboxPrefix: inboxPrefix(service),
      maxReconnectAttempts: -1,
      waitOnFirstConnect: true,
      reconnectTimeWait: RECONNECT_WAIT_MS,
      timeout: CONNECT_TIMEOUT_MS,
      ...PING,
    });
    const link = new NatsLink(connection, service, log);
    void link.watch();
    health.addLiveness('nats connection', () => !connection.isClosed() || 'closed for good');
    health.addReadiness('nats', () => link.connected || 'reconnecting');
    return link;
  }

  /** False between a lost connection and its successor. */
  get isConnected(): boolean {
    return this.connected && !this.connection.isClosed();
  }

  /** Asks the server for something at the end of the process. A server that is away or silent keeps no process running. */
  async farewell(ask: (connection: NatsConnection) => Promise<unknown>): Promise<void> {
    if (!this.isConnected) return;
    const asked = ask(this.connection).catch(() => undefined); // the connection was lost meanwhile
    await Promise.race([asked, delay(FAREWELL_MS, undefined, { ref: false })]);
  }

  /** Grows with every connection: what was known of the server before may no longer be true. */
  get connections(): number {
    return this.connectedTimes;
  }

  /** The service has been asked to stop: it takes nothing more from streams, whatever it still has to do. */
  get isStopping(): boolean {
    return this.stopping;
  }

  onModuleDestroy(): void {
    this.stopping = true;
  }

  /** Last of all: handlers have drained by now. */
  async onApplicationShutdown(): Promise<void> {
    await this.farewell((connection) => connection.drain());
    await this.connection.close();
  }

  private async watch(): Promise<void> {
    for await (const status of this.connection.status()) {
      if (status.type === 'disconnect') this.connected = false;
      if (status.type === 'reconnect') {
        this.connected = true;
        this.connectedTimes += 1;
      }
      if (status.type === 'disconnect' || status.type === 'reconnect') this.log.warn(`nats.${status.type}`);
    }
  }
}

function inboxPrefix(service: string): string {
  return `_INBOX_${service}`;
}

/** The client takes credentials as options only and overlooks those in an address. All servers know the same user. */
function serversOf(natsUrl: string): Pick<ConnectionOptions, 'servers' | 'user' | 'pass'> {
  const addresses = natsUrl.split(',').map((address) => new URL(address));
  const { username, password } = addresses.find((address) => address.username !== '') ?? addresses[0]!;
  const servers = addresses.map(({ protocol, host }) => `${protocol}//${host}`);
  return username === ''
    ? { servers }
    : { servers, user: decodeURIComponent(username), pass: decodeURIComponent(password) };
}
