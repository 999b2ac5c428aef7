import { Get, HttpCode, Param, Post, Query, Res } from '@nestjs/common';
import type { Response } from 'express';
import { AppError, FrameBody, TEMPLATES_RPC, VIDEOS_RPC } from '#libs/contracts';
import { RpcClient } from '#libs/messaging';
import { ObjectStore } from '#libs/storage';
import { OrgId } from '../auth/authenticated-caller.js';
import { RawBody } from '../http/request-shapes.js';
import { sendBody } from '../http/send-body.js';
import { ApiController } from '../openapi/api-controller.js';
import { Operation, type Success } from '../openapi/operation.js';
import { TemplateFrameQuery, TemplatePath } from './template-requests.js';

/** Picture of a version that a request names: the version does not change, the files at its addresses seldom do. */
const KEPT = 'private, max-age=600';
const NOT_KEPT = 'private, no-store';

/** An image whose type the request chooses; the first one is that of the example. */
function frame(type: string, ...otherTypes: string[]): Success {
  const schema = { type: 'string', format: 'binary' };
  return { status: 200, description: 'The image.', media: { type, schema, otherTypes } };
}

/** The endpoints of frames (docs/api/templates.md). */
@ApiController('', 'Templates')
export class StillsController {
  constructor(
    private readonly rpc: RpcClient,
    private readonly store: ObjectStore,
  ) {}

  @Get('templates/:id/frame')
  @Operation({
    id: 'getTemplateFrame',
    summary: 'Render a frame of a template',
    description:
      'Renders a still image with the engine that renders videos. With `version`, the response may be cached for ten minutes.',
    budget: 'previews',
    responses: [frame('image/png', 'image/webp', 'image/jpeg')],
  })
  async ofTemplate(
    @OrgId() org_id: string,
    @Param() { id }: TemplatePath,
    @Query() { version, page, t, size, format = 'png', width, quality }: TemplateFrameQuery,
    @Res() response: Response,
  ): Promise<void> {
    const style = { format, ...(width !== undefined && { width }), ...(quality !== undefined && { quality }) };
    const request = { org_id, id, version, page, t, size, style };
    const still = await this.rpc.call(VIDEOS_RPC.templateFrame, request);
    await this.send(still, response, version === undefined ? NOT_KEPT : KEPT);
  }

  @Post('frames')
  @HttpCode(200)
  @Operation({
    id: 'renderFrame',
    summary: 'Render a frame',
    description: 'Renders a still image of a template or of a document that is not stored, with modifications.',
    budget: 'previews',
    responses: [frame('image/webp', 'image/png', 'image/jpeg')],
    access: 'read',
    errors: ['RESOURCE_NOT_FOUND'],
  })
  async ofDocument(
    @OrgId() org_id: string,
    @RawBody(FrameBody) body: Record<string, unknown>,
    @Res() response: Response,
  ): Promise<void> {
    await this.send(await this.rpc.call(TEMPLATES_RPC.frame, { org_id, body }), response, NOT_KEPT);
  }

  private async send({ key }: { key: string }, response: Response, cacheControl: string): Promise<void> {
    await using still = await this.store.open(key);
    if (!still) throw new AppError('INTERNAL_SERVER_ERROR', { detail: `the frame ${key} is not in the store` });
    response.set({
      'Content-Type': still.contentType,
      'Content-Length': String(still.size),
      'Cache-Control': cacheControl,
    });
    if (response.req.method === 'HEAD') response.end();
    else await sendBody(still.stream, response).catch(() => undefined); // the client has disconnected
  }
}
