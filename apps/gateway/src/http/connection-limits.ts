import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { connectionsRefused } from '../gateway.metrics.js';
import { clientOf } from './client-address.js';

/** How many connections the gateway holds, and for how long one may stand still. */
export interface ConnectionLimits {
  /** Of all clients. */
  maxConnections: number;
  /** Of one client address, IPv6 by its /64. */
  maxConnectionsPerAddress: number;
  /** Without a byte in either direction, ms. */
  connectionIdleMs: number;
}

/**
 * Bounds what connections cost: one client cannot take them all, and one that stops reading its answer does not keep it in
 * our memory for ever. Refused connections are reset; when all are taken those that wait for a next request are let go.
 *
 * @param isProxy whether an address is a trusted proxy's, whose connections are those of many clients
 */
export function limitConnections(
  server: Server,
  { maxConnections, maxConnectionsPerAddress, connectionIdleMs }: ConnectionLimits,
  isProxy: (address: string) => boolean,
): void {
  const open = new Map<string, number>();
  server.maxConnections = maxConnections;
  server.timeout = connectionIdleMs;
  server.on('drop', () => {
    connectionsRefused.inc({ limit: 'all' });
    server.closeIdleConnections();
  });
  server.on('connection', (socket: Socket) => {
    const address = socket.remoteAddress ?? '';
    if (isProxy(address)) return;
    const client = clientOf(address);
    const others = open.get(client) ?? 0;
    if (others >= maxConnectionsPerAddress) {
      connectionsRefused.inc({ limit: 'address' });
      socket.resetAndDestroy();
      return;
    }
    open.set(client, others + 1);
    socket.once('close', () => {
      const left = open.get(client)! - 1;
      if (left > 0) open.set(client, left);
      else open.delete(client);
    });
  });
}
