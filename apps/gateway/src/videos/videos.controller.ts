import { createHash } from 'node:crypto';
import { Body, Delete, Get, Headers, HttpCode, Param, Post, Query, Req, Res } from '@nestjs/common';
import type { Request, Response } from 'express';
import { CreateVideoBody, type Page, Video, VideoValidation, VIDEOS_RPC } from '#libs/contracts';
import { RpcClient } from '#libs/messaging';
import { callerOf, OrgId } from '../auth/authenticated-caller.js';
import { ApiController } from '../openapi/api-controller.js';
import { ConditionalHeaders, isNotModified } from '../http/conditional-get.js';
import { type JsonObject, NoBody, RawBody } from '../http/request-shapes.js';
import { stateOf } from '../http/request-state.js';
import { exampleVideo } from '../openapi/examples.js';
import { Operation } from '../openapi/operation.js';
import { IdempotencyHeaders, ListVideosQuery, VideoPath } from './video-requests.js';

/** API.md §4. */
@ApiController('videos', 'Videos')
export class VideosController {
  constructor(private readonly rpc: RpcClient) {}

  @Post()
  @HttpCode(202)
  @Operation({
    id: 'createVideo',
    summary: 'Render a video',
    description: 'The price is held until the video has ended. Repeat a request safely with an `Idempotency-Key`.',
    responses: [
      {
        status: 202,
        description: 'Accepted.',
        body: Video,
        example: exampleVideo('PROCESSING'),
        headers: ['Location', 'Idempotency-Replayed'],
      },
    ],
    errors: ['INSUFFICIENT_CREDITS', 'RESOURCE_NOT_FOUND'],
  })
  async create(
    @RawBody(CreateVideoBody) body: JsonObject,
    @Headers() headers: IdempotencyHeaders,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ): Promise<Video> {
    const { video, replayed } = await this.rpc.call(VIDEOS_RPC.createVideo, {
      org_id: callerOf(request).orgId,
      body,
      idempotency_key: headers['Idempotency-Key'],
      body_sha256: createHash('sha256').update(stateOf(request).rawBody!).digest('hex'),
    });
    if (replayed) response.setHeader('Idempotency-Replayed', 'true');
    response.setHeader('Location', video.self);
    return video;
  }

  @Post('validate')
  @HttpCode(200)
  @Operation({
    id: 'validateVideo',
    summary: 'Check a request without rendering it',
    description: 'What `POST /videos` would say to the same body. Free, and nothing is kept.',
    responses: [{ status: 200, description: 'The verdict.', body: VideoValidation }],
    errors: ['RESOURCE_NOT_FOUND'],
  })
  validate(@OrgId() org_id: string, @RawBody(CreateVideoBody) body: JsonObject): Promise<VideoValidation> {
    return this.rpc.call(VIDEOS_RPC.validateVideo, { org_id, body });
  }

  @Get()
  @Operation({
    id: 'listVideos',
    summary: 'List videos',
    responses: [{ status: 200, description: 'A page of videos.', listOf: Video }],
  })
  list(@OrgId() org_id: string, @Query() { limit, offset, status }: ListVideosQuery): Promise<Page<Video>> {
    return this.rpc.call(VIDEOS_RPC.listVideos, { org_id, limit, offset, status });
  }

  @Get(':id')
  @Operation({
    id: 'getVideo',
    summary: 'Read a video',
    description: 'While it is PROCESSING, `Retry-After` says when it is worth reading it again.',
    responses: [
      { status: 200, description: 'The video.', body: Video, headers: ['ETag', 'Retry-After'] },
      { status: 304, description: 'Nothing has changed.', headers: ['ETag', 'Retry-After'] },
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

  @Delete(':id')
  @HttpCode(204)
  @Operation({
    id: 'deleteVideo',
    summary: 'Delete a video',
    description:
      'With its files, whose addresses answer 404 from then on. One that is PROCESSING is canceled first: its credits are released and `video.failed` is sent. Credits that were spent stay spent.',
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
    description: 'Its credits are released. A video that has ended stays as it is.',
    responses: [
      {
        status: 200,
        description: 'The video, CANCELED or as it had ended.',
        body: Video,
        example: exampleVideo('CANCELED'),
      },
    ],
  })
  cancel(@OrgId() org_id: string, @Param() { id }: VideoPath, @Body() _body: NoBody): Promise<Video> {
    return this.rpc.call(VIDEOS_RPC.cancelVideo, { org_id, id });
  }
}
