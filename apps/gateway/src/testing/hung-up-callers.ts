import { randomUUID } from 'node:crypto';
import type { Server } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { ObjectStore } from '#libs/storage';
import { eventually, finalizeGarbage } from '#libs/testing';
import { type GatewaySystem, startGatewaySystem } from './running-gateway.js';
import { startVideosService } from './videos-service.js';

const CALLERS = 20;
/** A file larger than what a stream reads ahead and a connection buffers together. */
const FILE = Buffer.alloc(8_000_000, 7);
/** Time limit far below the 20 s after which a client of S3 gives up a silent connection. */
const SOON = { timeoutMs: 8_000 };

/** A store, and the check that the gateway holds nothing of it. */
interface Place {
  environment: Record<string, string>;
  holdsNothing: () => Promise<void> | void;
}

/**
 * The promise that callers who hang up between a request and the first byte of a file leave nothing open, for one
 * store. Call it once in a file of tests: modules read the environment once.
 */
export function describeHungUpCallers(name: string, openPlace: () => Promise<Place>): void {
  describe(name, () => {
    let place: Place;
    let system: GatewaySystem;
    let videos: Awaited<ReturnType<typeof startVideosService>>;
    let server: Server;
    let store: ObjectStore;
    beforeAll(async () => {
      place = await openPlace();
      system = await startGatewaySystem(place.environment);
      videos = await startVideosService();
      const { app } = system.gateway.service;
      server = app.getHttpServer() as Server;
      store = app.get(ObjectStore);
      await store.put('work/0.mp4', FILE, { contentType: 'video/mp4' });
    });
    afterAll(async () => {
      await videos.stop();
      await system.stop();
    });

    async function newPath(): Promise<string> {
      const id = randomUUID();
      const key = `videos/${id}/AbCdEfGhIjKlMnOpQrStUv.mp4`;
      await store.copy('work/0.mp4', key);
      videos.files.set(id, null);
      return `/assets/${key}`;
    }

    function send(text: string): Socket {
      const socket = connect((server.address() as AddressInfo).port, '127.0.0.1').on('error', () => undefined);
      socket.write(text);
      return socket;
    }

    it.each([
      ['a file', 1, (path: string) => requestOf('GET', path)],
      ['a part of one', 1, (path: string) => requestOf('GET', path, 'Range: bytes=1000-')],
      ['the head of one', 1, (path: string) => requestOf('HEAD', path)],
      ['one file behind the other', 2, (path: string) => requestOf('GET', path).repeat(2)],
    ])('when they asked for %s: nothing stays open', async (_what, requests, textOf) => {
      const reply = videos.hold();
      videos.asked.length = 0;
      const paths = await Promise.all(Array.from({ length: CALLERS }, newPath));
      const sockets = paths.map((path) => send(textOf(path)));
      await eventually(() => videos.asked.length === CALLERS * requests);
      const closed = Promise.all(sockets.map((socket) => new Promise((resolve) => socket.once('close', resolve))));
      for (const socket of sockets) socket.destroy();
      await closed;
      await eventually(async () => (await connectionsOf(server)) === 0);
      reply();
      expect((await bytesAt(await newPath())).length).toBe(FILE.length);
      await eventually(place.holdsNothing, SOON);
      await finalizeGarbage();
    });

    /** Reads a path over a connection of its own, which ends with the response. */
    async function bytesAt(path: string): Promise<Buffer> {
      const socket = send(requestOf('GET', path, 'Connection: close'));
      const bytes = Buffer.concat(await socket.toArray());
      return bytes.subarray(bytes.indexOf('\r\n\r\n') + 4);
    }
  });
}

function requestOf(method: string, path: string, ...headers: string[]): string {
  return [`${method} ${path} HTTP/1.1`, 'Host: localhost', ...headers, '', ''].join('\r\n');
}

function connectionsOf(server: Server): Promise<number> {
  return new Promise((resolve, reject) => {
    server.getConnections((error, count) => (error ? reject(error) : resolve(count)));
  });
}
