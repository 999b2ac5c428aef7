import { connect, type Socket } from 'node:net';
import type { CustomerRequest } from './customer-requests.ts';

/** Manners of a caller: as it should, or in one of three ways that a network makes of it. */
export const RUDE_MANNERS = ['hangs up', 'reads slowly', 'sends half'] as const;
export type Manner = 'patient' | (typeof RUDE_MANNERS)[number];

/** Result of a request. */
export interface Sent {
  /** Null without a response, or with one that ended before its head. */
  readonly status: number | null;
  readonly ms: number;
}

/** Time after which a patient caller leaves a stream or a slow response, ms. */
const PATIENCE_MS = 60_000;
const SLOW_PIECE_MS = 50;

/**
 * Sends a request on a connection of its own, in a manner, and resolves when the connection has closed. A caller who is not
 * patient leaves after `leaveAfterMs`.
 */
export function sendAs(
  manner: Manner,
  request: CustomerRequest,
  { origin, leaveAfterMs }: { origin: string; leaveAfterMs: number },
): Promise<Sent> {
  const { hostname, port } = new URL(origin);
  const began = performance.now();
  const socket = connect(Number(port), hostname);
  const bytes = bytesOf(request);
  socket.write(manner === 'sends half' ? bytes.subarray(0, Math.ceil(bytes.length / 2)) : bytes);
  const isPatient = manner === 'patient';
  const leave = setTimeout(
    () => (isPatient ? socket.destroy() : hangUp(socket)),
    isPatient ? PATIENCE_MS : leaveAfterMs,
  );
  let head = '';
  socket.on('data', (piece: Buffer) => {
    if (head.length < 16) head += piece.toString('latin1', 0, 16);
    if (manner === 'reads slowly') pause(socket);
  });
  socket.on('error', () => undefined); // a reset: `close` follows
  return new Promise((resolve) => {
    socket.once('close', () => {
      clearTimeout(leave);
      const status = Number(/^HTTP\/1\.1 (\d{3})/.exec(head)?.[1] ?? NaN);
      resolve({ status: Number.isNaN(status) ? null : status, ms: performance.now() - began });
    });
  });
}

function bytesOf({ method, path, headers, body }: CustomerRequest): Buffer {
  const lines = Object.entries({ ...headers, host: 'localhost', connection: 'close' });
  const head = [`${method} ${path} HTTP/1.1`, ...lines.map(([name, value]) => `${name}: ${value}`), '', ''].join(
    '\r\n',
  );
  return Buffer.concat([Buffer.from(head), body]);
}

/** Ends a connection: half of the time by a reset, as when a program ends, else by closing it. */
function hangUp(socket: Socket): void {
  if (Math.random() < 0.5) socket.resetAndDestroy();
  else socket.destroy();
}

function pause(socket: Socket): void {
  socket.pause();
  setTimeout(() => socket.resume(), SLOW_PIECE_MS);
}
