import { randomUUID } from 'node:crypto';
import { Body, Get, Headers, Post, Req, Res } from '@nestjs/common';
import type { Request, Response } from 'express';
import { AppError, Template, VIDEOS_RPC } from '#libs/contracts';
import { RpcClient } from '#libs/messaging';
import { callerOf, orgIdOf } from '../auth/authenticated-caller.js';
import type { Credential } from '../http/caller/caller.js';
import { ConditionalHeaders } from '../http/conditional-get.js';
import { LimitBody } from '../http/request-shapes.js';
import { ApiController } from '../openapi/api-controller.js';
import { answerWithDocument } from '../openapi/fixed-document.js';
import { Operation } from '../openapi/operation.js';
import {
  CreatePreviewTokenBody,
  DEFAULT_LIFE_S,
  MAX_PREVIEW_TOKEN_BYTES,
  PreviewToken,
} from './preview-token-requests.js';
import { ShownTemplates } from './shown-templates.js';
import { newPreviewToken, PreviewTokenStore, type TokenMaker } from '../auth/preview-token-store.js';

/** The endpoints of tokens that show one template in a page (docs/api/previews.md). */
@ApiController('', 'Templates')
export class PreviewTokensController {
  constructor(
    private readonly rpc: RpcClient,
    private readonly store: PreviewTokenStore,
    private readonly templates: ShownTemplates,
  ) {}

  @Post('preview-tokens')
  @LimitBody(MAX_PREVIEW_TOKEN_BYTES)
  @Operation({
    id: 'createPreviewToken',
    summary: 'Create a preview token',
    description:
      'A token with which a page shows one template, and does nothing else. The response is the only place where it appears. An organization has at most 500 that have not ended.',
    responses: [{ status: 201, description: 'The token.', body: PreviewToken }],
    errors: ['RESOURCE_NOT_FOUND'],
  })
  async create(@Req() request: Request, @Body() body: CreatePreviewTokenBody): Promise<PreviewToken> {
    const { credential } = callerOf(request);
    const orgId = orgIdOf(request);
    const { template_id, version = null, expires_in_s: lifeS = DEFAULT_LIFE_S, origins = [] } = body;
    await this.rpc.call(VIDEOS_RPC.getTemplate, { org_id: orgId, id: template_id, version: version ?? undefined });
    const { token, hash } = newPreviewToken();
    const id = randomUUID();
    const shown = { templateId: template_id, version, origins };
    const expiresAt = await this.store.add({ id, hash, orgId, maker: makerOf(credential), ...shown, lifeS });
    return { id, token, template_id, version, origins, expires_at: expiresAt.toISOString() };
  }

  @Get('preview')
  @Operation({
    id: 'getPreview',
    summary: 'Get what a preview token shows',
    description:
      'The template of the token, as it was at most five seconds ago. For pages of any origin that the token allows.',
    budget: 'previews',
    responses: [
      { status: 200, description: 'The template with its document.', body: Template, headers: ['ETag'] },
      { status: 304, description: 'The template has not changed.', headers: ['ETag'] },
    ],
    access: 'preview',
    errors: ['RESOURCE_NOT_FOUND'],
  })
  async shown(
    @Headers() _conditions: ConditionalHeaders,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    const { credential } = callerOf(request);
    const orgId = orgIdOf(request);
    if (credential.kind !== 'preview') throw new AppError('INSUFFICIENT_PERMISSIONS');
    const { templateId, version } = credential;
    const document = await this.templates.of({ orgId, templateId, version });
    response.vary('Authorization'); // every token has the same address
    const headers = { type: 'application/json; charset=utf-8', cacheControl: 'private, no-cache' };
    answerWithDocument(document, headers, { request, response });
  }
}

function makerOf(credential: Credential): TokenMaker {
  switch (credential.kind) {
    case 'key':
      return { keyId: credential.keyId };
    case 'session':
      return { userId: credential.userId };
    case 'preview':
      throw new AppError('INSUFFICIENT_PERMISSIONS');
  }
}
