import { Body, Get, Param, Post, Query, Res } from '@nestjs/common';
import type { Response } from 'express';
import { type Page, type Template, VIDEOS_RPC } from '#libs/contracts';
import { RpcClient } from '#libs/messaging';
import { OrgId } from '../auth/authenticated-caller.js';
import { GatewayConfig } from '../gateway.config.js';
import { ApiController } from '../http/api-controller.js';
import { JsonObject } from '../http/request-shapes.js';
import { GetTemplateQuery, ListTemplatesQuery, TemplatePath } from './template-requests.js';

/** API.md §7. */
@ApiController('templates')
export class TemplatesController {
  constructor(
    private readonly rpc: RpcClient,
    private readonly config: GatewayConfig,
  ) {}

  @Post()
  async create(
    @OrgId() org_id: string,
    @Body() document: JsonObject,
    @Res({ passthrough: true }) response: Response,
  ): Promise<Template> {
    const template = await this.rpc.call(VIDEOS_RPC.createTemplate, { org_id, document });
    response.setHeader('Location', `${this.config.publicBaseUrl}/templates/${template.id}`);
    return template;
  }

  @Get()
  list(@OrgId() org_id: string, @Query() { limit, offset, id }: ListTemplatesQuery): Promise<Page<Template>> {
    return this.rpc.call(VIDEOS_RPC.listTemplates, { org_id, limit, offset, id });
  }

  @Get(':id')
  get(
    @OrgId() org_id: string,
    @Param() { id }: TemplatePath,
    @Query() { version }: GetTemplateQuery,
  ): Promise<Template> {
    return this.rpc.call(VIDEOS_RPC.getTemplate, { org_id, id, version });
  }
}
