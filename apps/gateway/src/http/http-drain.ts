import type { Server, ServerResponse } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { type BeforeApplicationShutdown, Injectable } from '@nestjs/common';
import { type AbstractHttpAdapter, HttpAdapterHost } from '@nestjs/core';
import { GatewayConfig } from '../gateway.config.js';

const POLL_MS = 20;

/**
 * Stops the HTTP server without dropping a request. Closing it immediately would cut kept-alive connections on which a
 * request is arriving. For a while it is not ready but continues to respond, with `Connection: close`.
 */
@Injectable()
export class HttpDrain implements BeforeApplicationShutdown {
  private readonly open = new Set<ServerResponse>();
  private draining = false;

  constructor(
    private readonly adapterHost: HttpAdapterHost<AbstractHttpAdapter<Server>>,
    private readonly config: GatewayConfig,
  ) {}

  /** Notes a response that must be finished before the process ends. */
  admit(response: ServerResponse): void {
    this.open.add(response);
    response.once('close', () => this.open.delete(response));
    if (this.draining) response.setHeader('Connection', 'close');
  }

  async beforeApplicationShutdown(): Promise<void> {
    this.draining = true;
    for (const response of this.open) if (!response.headersSent) response.setHeader('Connection', 'close');
    const server = this.adapterHost.httpAdapter.getHttpServer();
    const deadline = Date.now() + this.config.drainMs;
    while (Date.now() < deadline && (await connectionsOf(server)) > 0) await pause(POLL_MS);
  }
}

function connectionsOf(server: Server): Promise<number> {
  return new Promise((resolve, reject) => {
    server.getConnections((error, count) => (error ? reject(error) : resolve(count)));
  });
}
