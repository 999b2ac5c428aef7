import { Body, Delete, Get, HttpCode, Param, Patch, Post, Put, Query, Req, Res } from '@nestjs/common';
import type { Request, Response } from 'express';
import {
  DuplicateTemplateBody,
  LabelVersionBody,
  ListTemplatesQuery,
  type Page,
  PageRequest,
  Template,
  TemplateField,
  TEMPLATES_RPC,
  TemplateVersion,
  UpdateTemplateBody,
  VIDEOS_RPC,
} from '#libs/contracts';
import { RpcClient } from '#libs/messaging';
import { TemplateDocument } from '#libs/template';
import { creatorOf, OrgId, orgIdOf } from '../auth/authenticated-caller.js';
import { Creators } from '../creators/creators.js';
import { GatewayConfig } from '../gateway.config.js';
import { ApiController } from '../openapi/api-controller.js';
import { RawBody } from '../http/request-shapes.js';
import {
  exampleOfDuplicate,
  exampleOfLabeledVersion,
  exampleOfListedTemplate,
  exampleOfRenamedTemplate,
  exampleOfReplacedTemplate,
} from '../openapi/examples.js';
import { Operation } from '../openapi/operation.js';
import { ListTemplateFieldsQuery, ReadTemplateQuery, TemplatePath } from './template-requests.js';

/** The endpoints of templates (docs/api.md). */
@ApiController('templates', 'Templates')
export class TemplatesController {
  constructor(
    private readonly rpc: RpcClient,
    private readonly config: GatewayConfig,
    private readonly creators: Creators,
  ) {}

  @Post()
  @Operation({
    id: 'createTemplate',
    summary: 'Create a template',
    description: 'Checks and stores a document. All faults are reported at once, each with the path of its field.',
    budget: 'documents',
    responses: [{ status: 201, description: 'Version 1 of the template.', body: Template, headers: ['Location'] }],
  })
  async create(
    @OrgId() org_id: string,
    @RawBody(TemplateDocument) document: Record<string, unknown>,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ): Promise<Template> {
    const template = await this.rpc.call(VIDEOS_RPC.createTemplate, { org_id, document, ...creatorOf(request) });
    response.setHeader('Location', `${this.config.publicBaseUrl}/templates/${template.id}`);
    return template;
  }

  @Get()
  @Operation({
    id: 'listTemplates',
    summary: 'List templates',
    description: 'The newest version of every template that is neither deleted nor archived, without its document.',
    responses: [
      {
        status: 200,
        description: 'A page of templates, without their documents.',
        listOf: Template,
        example: exampleOfListedTemplate(),
      },
    ],
  })
  list(@OrgId() org_id: string, @Query() query: ListTemplatesQuery): Promise<Page<Template>> {
    return this.rpc.call(VIDEOS_RPC.listTemplates, Object.assign(query, { org_id }));
  }

  @Get(':id')
  @Operation({
    id: 'getTemplate',
    summary: 'Get a template',
    description: 'The newest version, or the one that `version` names.',
    responses: [{ status: 200, description: 'The template with its document.', body: Template }],
  })
  get(
    @OrgId() org_id: string,
    @Param() { id }: TemplatePath,
    @Query() { version, pinned }: ReadTemplateQuery,
  ): Promise<Template> {
    return this.rpc.call(VIDEOS_RPC.getTemplate, { org_id, id, version, pinned });
  }

  @Put(':id')
  @Operation({
    id: 'replaceTemplate',
    summary: 'Replace a template',
    description: 'Creates the next version. Earlier versions do not change and can still be rendered by their number.',
    budget: 'documents',
    responses: [{ status: 200, description: 'The new version.', body: Template, example: exampleOfReplacedTemplate() }],
  })
  replace(
    @OrgId() org_id: string,
    @Param() { id }: TemplatePath,
    @RawBody(TemplateDocument) document: Record<string, unknown>,
    @Req() request: Request,
  ): Promise<Template> {
    return this.rpc.call(VIDEOS_RPC.replaceTemplate, { org_id, id, document, ...creatorOf(request) });
  }

  @Patch(':id')
  @Operation({
    id: 'updateTemplate',
    summary: 'Rename or archive a template',
    description:
      'Changes the name that lists show, without a new version, and whether lists leave the template out. An archived template can still be rendered.',
    budget: 'documents',
    responses: [{ status: 200, description: 'The template.', body: Template, example: exampleOfRenamedTemplate() }],
  })
  update(
    @OrgId() org_id: string,
    @Param() { id }: TemplatePath,
    @Body() { name, archived }: UpdateTemplateBody,
  ): Promise<Template> {
    return this.rpc.call(TEMPLATES_RPC.update, { org_id, id, name, archived });
  }

  @Post(':id/duplicate')
  @Operation({
    id: 'duplicateTemplate',
    summary: 'Duplicate a template',
    description: 'Creates a new template with the document of a version.',
    responses: [
      {
        status: 201,
        description: 'Version 1 of the copy.',
        body: Template,
        example: exampleOfDuplicate(),
        headers: ['Location'],
      },
    ],
  })
  async duplicate(
    @Param() { id }: TemplatePath,
    @Body() { name, version }: DuplicateTemplateBody,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ): Promise<Template> {
    const sender = { org_id: orgIdOf(request), ...creatorOf(request) };
    const template = await this.rpc.call(TEMPLATES_RPC.duplicate, { ...sender, id, name, version });
    response.setHeader('Location', `${this.config.publicBaseUrl}/templates/${template.id}`);
    return template;
  }

  @Get(':id/versions')
  @Operation({
    id: 'listTemplateVersions',
    summary: 'List the versions of a template',
    description: 'Newest first, without their documents.',
    responses: [{ status: 200, description: 'A page of versions.', listOf: TemplateVersion }],
  })
  async versions(
    @OrgId() org_id: string,
    @Param() { id }: TemplatePath,
    @Query() { limit, offset }: PageRequest,
  ): Promise<Page<TemplateVersion>> {
    const page = await this.rpc.call(TEMPLATES_RPC.versions, { org_id, id, limit, offset });
    return { ...page, data: await this.creators.named(org_id, page.data) };
  }

  @Patch(':id/versions')
  @Operation({
    id: 'labelTemplateVersion',
    summary: 'Label a version of a template',
    description:
      'Sets the label and the note of a version. A version with a label is kept while the template is, also where the operator has older versions removed.',
    responses: [
      { status: 200, description: 'The version.', body: TemplateVersion, example: exampleOfLabeledVersion() },
    ],
  })
  async labelVersion(
    @OrgId() org_id: string,
    @Param() { id }: TemplatePath,
    @Body() { version, label, note }: LabelVersionBody,
  ): Promise<TemplateVersion> {
    const labeled = await this.rpc.call(TEMPLATES_RPC.labelVersion, { org_id, id, version, label, note });
    const [named] = await this.creators.named(org_id, [labeled]);
    return named!;
  }

  @Get(':id/fields')
  @Operation({
    id: 'listTemplateFields',
    summary: 'List what a caller may change',
    description: 'Every value of a template that a video may change: variables, then page by page its layers.',
    responses: [{ status: 200, description: 'A page of fields.', listOf: TemplateField }],
  })
  fields(
    @OrgId() org_id: string,
    @Param() { id }: TemplatePath,
    @Query() { version, draft, limit, offset }: ListTemplateFieldsQuery,
  ): Promise<Page<TemplateField>> {
    return this.rpc.call(TEMPLATES_RPC.fields, { org_id, id, version, draft, limit, offset });
  }

  @Delete(':id')
  @HttpCode(204)
  @Operation({
    id: 'deleteTemplate',
    summary: 'Delete a template',
    description: 'Deletes all versions of the template. Videos created from it remain.',
    responses: [{ status: 204, description: 'Deleted.' }],
  })
  async remove(@OrgId() org_id: string, @Param() { id }: TemplatePath): Promise<void> {
    await this.rpc.call(VIDEOS_RPC.removeTemplate, { org_id, id });
  }
}
