import { createHash } from 'node:crypto';
import { Body, Get, Headers, HttpCode, Param, Post, Query, Req, Res } from '@nestjs/common';
import type { Request, Response } from 'express';
import { CreateVideoBody, type Page, type Video, VIDEOS_RPC } from '#libs/contracts';
import { RpcClient } from '#libs/messaging';
import { callerOf, OrgId } from '../auth/authenticated-caller.js';
import { ApiController } from '../http/api-controller.js';
import { stateOf } from '../http/request-state.js';
import { IdempotencyHeaders, ListVideosQuery, VideoPath } from './video-requests.js';

/** API.md §4. */
@ApiController('videos')
export class VideosController {
  constructor(private readonly rpc: RpcClient) {}

  @Post()
  @HttpCode(202)
  async create(
    @Body() body: CreateVideoBody,
    @Headers() headers: IdempotencyHeaders,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ): Promise<Video> {
    const { video, replayed } = await this.rpc.call(VIDEOS_RPC.createVideo, {
      org_id: callerOf(request).orgId,
      body: { ...(body as object) },
      idempotency_key: headers['Idempotency-Key'],
      body_sha256: createHash('sha256').update(stateOf(request).rawBody!).digest('hex'),
    });
    if (replayed) response.setHeader('Idempotency-Replayed', 'true');
    response.setHeader('Location', video.self);
    return video;
  }

  @Get()
  list(@OrgId() org_id: string, @Query() { limit, offset, status }: ListVideosQuery): Promise<Page<Video>> {
    return this.rpc.call(VIDEOS_RPC.listVideos, { org_id, limit, offset, status });
  }

  @Get(':id')
  async get(@OrgId() org_id: string, @Param() { id }: VideoPath): Promise<Video> {
    return (await this.rpc.call(VIDEOS_RPC.getVideo, { org_id, id })).video;
  }
}
