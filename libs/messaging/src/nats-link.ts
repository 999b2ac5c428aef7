import { setTimeout as delay } from 'node:timers/promises';
import { Injectable, type OnApplicationShutdown, type OnModuleDestroy } from '@nestjs/common';
import { connect, type ConnectionOptions, type NatsConnection } from '@nats-io/transport-node';
import { Health, Logger } from '#libs/runtime';
import { NatsConfig } from './nats.config.js';

const RECONNECT_WAIT_MS = 500;
/**
 * Pings by which a vanished server is detected after 15 s: it then has left this many consecutive ones unanswered. The
 * client's default is 6 min.
 */
const PING = { pingInterval: 5_000, maxPingOut: 2 };
const CONNECT_TIMEOUT_MS = 5_000;
/** Time for which a stopping service waits for the server's last response, ms. */
const FAREWELL_MS = 5_000;

/**
 * The NATS connection that a process shares. It reconnects forever: by default the client gives up after ten tries, and
 * the service would receive nothing any more.
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

  /**
   * Replies to this service arrive here only, so its NATS user needs no right to subscribe to other services' inboxes.
   */
  get inboxPrefix(): string {
    return inboxPrefix(this.service);
  }

  /** Connects; waits for the server to start. */
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

  /** False while the connection is lost. */
  get isConnected(): boolean {
    return this.connected && !this.connection.isClosed();
  }

  /**
   * Sends a last request to the server at the end of the process. An unavailable or silent server does not keep the
   * process running.
   */
  async farewell(request: (connection: NatsConnection) => Promise<unknown>): Promise<void> {
    if (!this.isConnected) return;
    const done = request(this.connection).catch(() => undefined); // the connection was lost meanwhile
    await Promise.race([done, delay(FAREWELL_MS, undefined, { ref: false })]);
  }

  /** Increases with every connection: after a reconnect, facts read from the server before may be outdated. */
  get connections(): number {
    return this.connectedTimes;
  }

  /** True once the service was requested to stop: it then pulls no more messages from streams. */
  get isStopping(): boolean {
    return this.stopping;
  }

  onModuleDestroy(): void {
    this.stopping = true;
  }

  /** Runs last: all handlers have finished. */
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

/**
 * The servers and credentials of a URL. The client accepts credentials only as options and ignores those in a URL. All
 * servers share one user.
 */
function serversOf(natsUrl: string): Pick<ConnectionOptions, 'servers' | 'user' | 'pass'> {
  const addresses = natsUrl.split(',').map((address) => new URL(address));
  const { username, password } = addresses.find((address) => address.username !== '') ?? addresses[0]!;
  const servers = addresses.map(({ protocol, host }) => `${protocol}//${host}`);
  return username === ''
    ? { servers }
    : { servers, user: decodeURIComponent(username), pass: decodeURIComponent(password) };
}
