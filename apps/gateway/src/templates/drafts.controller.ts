import { Body, Delete, Get, HttpCode, Param, Post, Put, Query, Req } from '@nestjs/common';
import type { Request } from 'express';
import { PublishDraftBody, SaveDraftBody, Template, TemplateDraft, TEMPLATES_RPC } from '#libs/contracts';
import { RpcClient } from '#libs/messaging';
import { callerOf, creatorOf, OrgId, orgIdOf } from '../auth/authenticated-caller.js';
import { ApiController } from '../openapi/api-controller.js';
import { exampleOfNewDraft, exampleOfPublishedTemplate } from '../openapi/examples.js';
import { Operation } from '../openapi/operation.js';
import { DiscardDraftQuery, DraftQuery, TemplatePath } from './template-requests.js';

/** The endpoints of the drafts of templates (docs/api/templates.md). */
@ApiController('templates/:id', 'Templates')
export class DraftsController {
  constructor(private readonly rpc: RpcClient) {}

  @Get('draft')
  @Operation({
    id: 'getTemplateDraft',
    summary: 'Get the draft of a template',
    description:
      'Without a draft: the document of the newest version, as a draft begins. The revision before the newest is kept, so that the last change can be undone: save its document again.',
    responses: [
      { status: 200, description: 'The draft and its faults.', body: TemplateDraft, example: exampleOfNewDraft() },
    ],
  })
  get(
    @OrgId() org_id: string,
    @Param() { id }: TemplatePath,
    @Query() { revision }: DraftQuery,
  ): Promise<TemplateDraft> {
    return this.rpc.call(TEMPLATES_RPC.draft, { org_id, id, revision });
  }

  @Put('draft')
  @Operation({
    id: 'saveTemplateDraft',
    summary: 'Save the draft of a template',
    description:
      'Keeps any JSON object and reports its faults beside it. `revision` must be the newest one; otherwise nothing is saved and the response is 409.',
    responses: [{ status: 200, description: 'The draft and its faults.', body: TemplateDraft }],
    errors: ['CONFLICT'],
  })
  save(
    @Param() { id }: TemplatePath,
    @Body() { document, base_version, revision }: SaveDraftBody,
    @Req() request: Request,
  ): Promise<TemplateDraft> {
    const { orgId, credential } = callerOf(request);
    const author = credential.kind === 'session' ? { user_id: credential.userId } : {};
    return this.rpc.call(TEMPLATES_RPC.saveDraft, { org_id: orgId, id, ...author, document, base_version, revision });
  }

  @Delete('draft')
  @HttpCode(204)
  @Operation({
    id: 'discardTemplateDraft',
    summary: 'Discard the draft of a template',
    description: 'Deletes the draft; the versions of the template remain.',
    responses: [{ status: 204, description: 'Discarded.' }],
    errors: ['CONFLICT'],
  })
  async discard(
    @OrgId() org_id: string,
    @Param() { id }: TemplatePath,
    @Query() { revision }: DiscardDraftQuery,
  ): Promise<void> {
    await this.rpc.call(TEMPLATES_RPC.discardDraft, { org_id, id, revision });
  }

  @Post('publish')
  @HttpCode(200)
  @Operation({
    id: 'publishTemplateDraft',
    summary: 'Publish the draft of a template',
    description:
      'Makes the draft the next version, if it has no faults and began with the newest version. The draft is then gone. The version can be given a label and a note.',
    budget: 'documents',
    responses: [
      { status: 200, description: 'The new version.', body: Template, example: exampleOfPublishedTemplate() },
    ],
    errors: ['CONFLICT'],
  })
  publish(
    @Param() { id }: TemplatePath,
    @Body() { revision, label, note }: PublishDraftBody,
    @Req() request: Request,
  ): Promise<Template> {
    const sender = { org_id: orgIdOf(request), ...creatorOf(request) };
    return this.rpc.call(TEMPLATES_RPC.publishDraft, { ...sender, id, revision, label, note });
  }
}
