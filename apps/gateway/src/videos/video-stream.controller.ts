import { Get, Headers, Param, Res } from '@nestjs/common';
import type { Response } from 'express';
import { type ShownVideo, VIDEOS_RPC } from '#libs/contracts';
import { RpcClient } from '#libs/messaging';
import { Logger } from '#libs/runtime';
import { callerOf, OrgId } from '../auth/authenticated-caller.js';
import { ApiController } from '../openapi/api-controller.js';
import { videoStreamSchema } from '../openapi/event-schemas.js';
import { exampleVideo } from '../openapi/examples.js';
import { Operation } from '../openapi/operation.js';
import { EventStream } from './event-stream.js';
import { LastEventHeaders, VideoPath } from './video-requests.js';
import { VideoStreams, type Watcher } from './video-streams.js';

/** Longest duration of a stream, ms. The client then reconnects and authenticates again. */
const LONGEST_MS = 900_000;

const STREAM = `retry: 2000

id: 7
event: video
data: ${JSON.stringify(exampleVideo('PROCESSING'))}

`;

/** Streams the changes of a video to clients. */
@ApiController('videos', 'Videos')
export class VideoStreamController {
  constructor(
    private readonly rpc: RpcClient,
    private readonly streams: VideoStreams,
    private readonly log: Logger,
  ) {}

  @Get(':id/events')
  @Operation({
    id: 'watchVideo',
    summary: 'Stream the progress of a video',
    description:
      'Server-sent events: the Video immediately and after every change (`event: video`; `id` is its version), until it ends. A client that reconnects with `Last-Event-ID` receives newer versions only; if the video has ended and the client has its last version, the response is 204. The number of open streams of an organization is limited; further ones receive 429.',
    budget: 'events',
    responses: [
      {
        status: 200,
        description: 'The stream of events.',
        media: { type: 'text/event-stream', schema: videoStreamSchema(), example: STREAM },
      },
      { status: 204, description: 'The video has ended and the client has its last version.' },
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
    if (!isGone(response)) await this.follow(stream, { orgId: org_id, id, read, first });
  }

  /** Shows what has been read, then every change. */
  private async follow(stream: EventStream, { orgId, id, read, first }: Followed): Promise<void> {
    const { response } = stream;
    const watcher: Watcher = {
      orgId,
      credential: callerOf(response.req).credential,
      onUpdate: stream.show.bind(stream),
      ping: stream.ping.bind(stream),
      end: stream.end.bind(stream),
    };
    response.once('close', this.streams.watch(id, watcher));
    const end = setTimeout(() => stream.end(), LONGEST_MS).unref();
    response.once('close', () => clearTimeout(end));
    stream.show(first);
    await read().then(
      (shown) => stream.show(shown), // the video may have changed between the first read and the subscription
      (error: unknown) => this.log.info('video_stream.read_failed', { error }),
    );
  }
}

/** The video of a stream, and what has been read of it before. */
interface Followed {
  orgId: string;
  id: string;
  read: () => Promise<ShownVideo>;
  first: ShownVideo;
}

/** Whether the client has disconnected already, in which case no `close` event follows. */
function isGone(response: Response): boolean {
  return response.destroyed || response.req.socket.destroyed;
}
