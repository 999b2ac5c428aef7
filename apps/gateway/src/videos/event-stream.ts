import type { Response } from 'express';
import type { ShownVideo } from '#libs/contracts';

/** Bytes buffered for a client that does not read. Beyond it the stream ends; the client reconnects. */
const MAX_WAITING_BYTES = 65_536;
/** Time for which an `EventSource` waits after a broken connection, ms. */
const RETRY_MS = 2_000;

/** A response as a stream of server-sent events (WHATWG HTML §9.2), one for every change of a video. */
export class EventStream {
  private version = 0;

  /** @param lastSeen the version the client has already */
  constructor(
    readonly response: Response,
    lastSeen: number,
  ) {
    this.version = lastSeen;
    response.writeHead(200, { 'Content-Type': 'text/event-stream; charset=utf-8', 'X-Accel-Buffering': 'no' });
    this.write(`retry: ${RETRY_MS}\n\n`);
  }

  /** Sends a version that is newer than the last one; ends the stream if the video has ended. */
  show({ video, version }: Pick<ShownVideo, 'video' | 'version'>): void {
    if (version > this.version) {
      this.version = version;
      this.write(`id: ${version}\nevent: video\ndata: ${JSON.stringify(video)}\n\n`);
    }
    if (video.status !== 'PROCESSING') this.end();
  }

  /** Sends a comment, so that neither side takes the connection for dead. */
  ping(): void {
    this.write(':\n\n');
  }

  end(): void {
    this.response.end();
  }

  private write(text: string): void {
    if (this.response.writableEnded || this.response.destroyed) return;
    this.response.write(text);
    if (this.response.writableLength > MAX_WAITING_BYTES) this.response.destroy();
  }
}
