import { setTimeout as pause } from 'node:timers/promises';
import { Get, Headers, Param, Res } from '@nestjs/common';
import type { Response } from 'express';
import { type ShownVideo, VIDEOS_RPC } from '#libs/contracts';
import { RpcClient } from '#libs/messaging';
import { Logger } from '#libs/runtime';
import { OrgId } from '../auth/authenticated-caller.js';
import { ApiController } from '../http/api-controller.js';
import { Operation } from '../openapi/operation.js';
import { EventStream } from './event-stream.js';
import { LastEventHeaders, VideoPath } from './video-requests.js';
import { VideoStreams } from './video-streams.js';

/** News are told at most once, so now and then the video is read as well; ms. */
const LOOK_EVERY_MS = 15_000;
/** A stream ends after this, so that every watcher shows its key now and then; ms. */
const LONGEST_MS = 900_000;

/** A video's progress as it happens. */
@ApiController('videos', 'Videos')
export class VideoEventsController {
  constructor(
    private readonly rpc: RpcClient,
    private readonly streams: VideoStreams,
    private readonly log: Logger,
  ) {}

  @Get(':id/events')
  @Operation({
    id: 'watchVideo',
    summary: "Watch a video's progress",
    description:
      'Server-sent events: the Video at once and after every change (`event: video`, `id`: its version), until it has ended. A client that comes again with `Last-Event-ID` gets only what is newer; once there is nothing more to come, 204.',
    answers: [
      { status: 200, description: 'The events.', media: { type: 'text/event-stream', schema: { type: 'string' } } },
      { status: 204, description: 'The video has ended, and the client knows.' },
    ],
  })
  async watch(
    @OrgId() org_id: string,
    @Param() { id }: VideoPath,
    @Headers() headers: LastEventHeaders,
    @Res() response: Response,
  ): Promise<void> {
    const read = () => this.rpc.call(VIDEOS_RPC.getVideo, { org_id, id });
    const first = await read();
    const lastSeen = Number(headers['Last-Event-ID'] ?? 0);
    response.setHeader('Cache-Control', 'no-store');
    if (first.video.status !== 'PROCESSING' && lastSeen >= first.version) {
      response.status(204).end();
      return;
    }
    const stream = new EventStream(response, lastSeen);
    if (response.req.method === 'HEAD') {
      stream.end();
      return;
    }
    if (response.destroyed || response.req.socket.destroyed) return;
    const watcher = { orgId: org_id, hear: stream.show.bind(stream), dismiss: stream.end.bind(stream) };
    response.once('close', this.streams.watch(id, watcher));
    stream.show(first);
    await this.keepAlive(stream, response, read);
  }

  /** The first look comes at once: something may have happened between reading and watching. */
  private async keepAlive(stream: EventStream, response: Response, read: () => Promise<ShownVideo>): Promise<void> {
    const closed = new AbortController();
    response.once('close', () => closed.abort());
    const deadline = performance.now() + LONGEST_MS;
    while (!response.writableEnded && !closed.signal.aborted && performance.now() < deadline) {
      await read().then(
        (shown) => stream.show(shown),
        (error: unknown) => this.log.info('video_stream.not_read', { error }),
      );
      await pause(LOOK_EVERY_MS, undefined, { signal: closed.signal }).catch(() => undefined);
      stream.ping();
    }
    stream.end();
  }
}
