import { Body, Delete, Get, Headers, HttpCode, Param, Post, Query, Req, Res } from '@nestjs/common';
import type { Request, Response } from 'express';
import {
  BATCHES_RPC,
  ListVideosQuery,
  type CreatedVideo,
  type CreateVideo,
  CreateVideoBody,
  CREDITS_RPC,
  ListedVideo,
  type Page,
  Video,
  ValidateVideoBody,
  VideoDetails,
  VideoValidation,
  VIDEOS_RPC,
} from '#libs/contracts';
import { RpcClient } from '#libs/messaging';
import { creatorOf, OrgId, orgIdOf, spenderOf } from '../auth/authenticated-caller.js';
import { MakesVideos } from '../maintenance/new-videos-gate.js';
import { ApiController } from '../openapi/api-controller.js';
import { ConditionalHeaders, isNotModified } from '../http/conditional-get.js';
import { IdempotencyHeaders } from '../http/idempotency-requests.js';
import { NoBody, RawBody } from '../http/request-shapes.js';
import { stateOf } from '../http/request-state.js';
import { exampleOfAcceptedVideo, exampleOfCorrectedVideo, exampleVideo } from '../openapi/examples.js';
import { Operation } from '../openapi/operation.js';
import { Creators } from '../creators/creators.js';
import { VideoPath } from './video-requests.js';

/** The endpoints of videos (docs/api.md). */
@ApiController('videos', 'Videos')
export class VideosController {
  constructor(
    private readonly rpc: RpcClient,
    private readonly creators: Creators,
  ) {}

  @Post()
  @HttpCode(202)
  @MakesVideos()
  @Operation({
    id: 'createVideo',
    summary: 'Create a video',
    description:
      'Holds the price and queues the video. Several `sizes` are one order: a batch with a video for each. The response is then the first of them. A request with an `Idempotency-Key` can be repeated safely: it creates one video.',
    budget: 'documents',
    responses: [
      {
        status: 202,
        description: 'The accepted video, PROCESSING.',
        body: Video,
        example: exampleOfAcceptedVideo(),
        headers: ['Location', 'Idempotency-Replayed'],
      },
    ],
    errors: ['INSUFFICIENT_CREDITS', 'RESOURCE_NOT_FOUND'],
  })
  async create(
    @RawBody(CreateVideoBody) body: Record<string, unknown>,
    @Headers() headers: IdempotencyHeaders,
    @Req() request: Request,
  ): Promise<Video> {
    const { sizes } = body;
    const isOrder = Array.isArray(sizes) && sizes.length > 0;
    const contract = isOrder ? BATCHES_RPC.createInSizes : VIDEOS_RPC.createVideo;
    return respond(await this.rpc.call(contract, orderOf(request, headers, body)), request);
  }

  @Post(':id/correct')
  @HttpCode(202)
  @MakesVideos()
  @Operation({
    id: 'correctVideo',
    summary: 'Correct a failed video of a batch',
    description:
      'Creates a video in the place of a FAILED one of a batch: under its row number, with its cells, and counted in its stead. The failed video leaves the batch, and the details of each name the other. The body is that of `POST /videos`, such as the `request` of the details with other values; template, version, format, size and `test` must be those of the failed video. A batch that has FINISHED is PROCESSING again, and finishes once more.',
    budget: 'documents',
    responses: [
      {
        status: 202,
        description: 'The accepted video, PROCESSING.',
        body: Video,
        example: exampleOfCorrectedVideo(),
        headers: ['Location', 'Idempotency-Replayed'],
      },
    ],
    errors: ['INSUFFICIENT_CREDITS', 'CONFLICT'],
  })
  async correct(
    @Param() { id }: VideoPath,
    @RawBody(CreateVideoBody) body: Record<string, unknown>,
    @Headers() headers: IdempotencyHeaders,
    @Req() request: Request,
  ): Promise<Video> {
    const order = Object.assign(orderOf(request, headers, body), { replaces: id });
    return respond(await this.rpc.call(VIDEOS_RPC.correctVideo, order), request);
  }

  @Post('validate')
  @HttpCode(200)
  @Operation({
    id: 'validateVideo',
    summary: 'Validate a request for a video',
    description:
      'Checks the body as `POST /videos` does, and the files of the video, without creating it. It is free. With `explain` it also reports which layers make the video slow to draw.',
    budget: 'frames',
    responses: [{ status: 200, description: 'The result of the check.', body: VideoValidation }],
    errors: ['RESOURCE_NOT_FOUND'],
  })
  async validate(
    @OrgId() org_id: string,
    @RawBody(ValidateVideoBody) body: Record<string, unknown>,
  ): Promise<VideoValidation> {
    const [checked, balance] = await Promise.all([
      this.rpc.call(VIDEOS_RPC.validateVideo, { org_id, body }),
      this.balanceOf(org_id),
    ]);
    const { credits } = checked;
    const isKnown = credits !== null && balance !== null;
    return { ...checked, balance: credits === null ? null : balance, affordable: isKnown ? credits <= balance : null };
  }

  /** The balance; null without a reply, because the rest of a validation is right without it. */
  private async balanceOf(org_id: string): Promise<number | null> {
    return this.rpc.call(CREDITS_RPC.balance, { org_id }).then(
      ({ available }) => available,
      () => null,
    );
  }

  @Get()
  @Operation({
    id: 'listVideos',
    summary: 'List videos',
    description: 'Every video of the organization that is not deleted, newest first.',
    responses: [{ status: 200, description: 'A page of videos.', listOf: ListedVideo }],
  })
  async list(@OrgId() org_id: string, @Query() query: ListVideosQuery): Promise<Page<ListedVideo>> {
    const page = await this.rpc.call(VIDEOS_RPC.listVideos, Object.assign(query, { org_id }));
    return { ...page, data: await this.creators.named(org_id, page.data) };
  }

  @Get(':id')
  @Operation({
    id: 'getVideo',
    summary: 'Get a video',
    description: 'While the video is PROCESSING, `Retry-After` proposes when to read it again.',
    responses: [
      { status: 200, description: 'The video.', body: Video, headers: ['ETag', 'Retry-After'] },
      { status: 304, description: 'The video has not changed.', headers: ['ETag', 'Retry-After'] },
    ],
  })
  async get(
    @OrgId() org_id: string,
    @Param() { id }: VideoPath,
    @Headers() _conditions: ConditionalHeaders,
    @Res({ passthrough: true }) response: Response,
  ): Promise<Video | undefined> {
    const { video, version, retry_after_s } = await this.rpc.call(VIDEOS_RPC.getVideo, { org_id, id });
    response.setHeader('ETag', `"${version}"`);
    response.setHeader('Cache-Control', 'private, no-cache');
    if (retry_after_s !== null) response.setHeader('Retry-After', retry_after_s);
    if (!isNotModified(response.req, response)) return video;
    response.status(304);
    return undefined;
  }

  @Get(':id/details')
  @Operation({
    id: 'getVideoDetails',
    summary: 'Get the request of a video',
    description: 'What the video was created from, and how often renderers have tried to draw it.',
    responses: [{ status: 200, description: 'The details.', body: VideoDetails }],
  })
  async details(@OrgId() org_id: string, @Param() { id }: VideoPath): Promise<VideoDetails> {
    const details = await this.rpc.call(VIDEOS_RPC.videoDetails, { org_id, id });
    const [named] = await this.creators.named(org_id, [details]);
    return named!;
  }

  @Delete(':id')
  @HttpCode(204)
  @Operation({
    id: 'deleteVideo',
    summary: 'Delete a video',
    description:
      'Deletes the video and its files; their URLs then answer 404. A video that is PROCESSING is canceled first: its credits are released and `video.failed` is sent. Captured credits are not refunded.',
    responses: [{ status: 204, description: 'Deleted.' }],
  })
  async remove(@OrgId() org_id: string, @Param() { id }: VideoPath): Promise<void> {
    await this.rpc.call(VIDEOS_RPC.removeVideo, { org_id, id });
  }

  @Post(':id/cancel')
  @HttpCode(200)
  @Operation({
    id: 'cancelVideo',
    summary: 'Cancel a video',
    description: 'Stops rendering and releases the credits. A video that has ended does not change.',
    responses: [
      {
        status: 200,
        description: 'The video: CANCELED, or in the status in which it had ended.',
        body: Video,
        example: exampleVideo('CANCELED'),
      },
    ],
  })
  cancel(@OrgId() org_id: string, @Param() { id }: VideoPath, @Body() _body: NoBody): Promise<Video> {
    return this.rpc.call(VIDEOS_RPC.cancelVideo, { org_id, id });
  }
}

/** The order of a video, with its sender. */
function orderOf(request: Request, headers: IdempotencyHeaders, body: Record<string, unknown>): CreateVideo {
  return {
    org_id: orgIdOf(request),
    body,
    idempotency_key: headers['Idempotency-Key'],
    ...spenderOf(request),
    ...creatorOf(request),
    body_sha256: stateOf(request).body!.sha256,
  };
}

/** Returns an accepted video with the headers of its response. */
function respond({ video, replayed }: CreatedVideo, { res }: Request): Video {
  if (replayed) res!.setHeader('Idempotency-Replayed', 'true');
  res!.setHeader('Location', video.self);
  return video;
}
