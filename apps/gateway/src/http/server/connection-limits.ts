import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { connectionsRefused } from '../../gateway.metrics.js';
import { clientOf } from '../caller/client-address.js';

/** Most connections that the gateway accepts, and the time for which one may be idle. */
export interface ConnectionLimits {
  /** Most connections of all clients. */
  maxConnections: number;
  /** Most connections of one client address, IPv6 by its /64. */
  maxConnectionsPerAddress: number;
  /** Longest time without traffic, ms. */
  connectionIdleMs: number;
}

/**
 * Limits connections: one client cannot take them all, and one that stops reading does not keep its response in memory
 * indefinitely. Refused connections are reset. When all are taken, idle ones are closed.
 *
 * @param isProxy whether an address is that of a trusted proxy, whose connections belong to many clients
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
