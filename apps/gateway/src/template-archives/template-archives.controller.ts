import { Get, Param, Post, Query, Req, Res } from '@nestjs/common';
import type { Request, Response } from 'express';
import { Template } from '#libs/contracts';
import { creatorOf, OrgId } from '../auth/authenticated-caller.js';
import { GatewayConfig } from '../gateway.config.js';
import { unreadable } from '../http/body/body-errors.js';
import { sendBody } from '../http/send-body.js';
import { ApiController } from '../openapi/api-controller.js';
import { exampleOfImportedTemplate } from '../openapi/examples.js';
import { Operation } from '../openapi/operation.js';
import { GetTemplateQuery, TemplatePath } from '../templates/template-requests.js';
import { TemplateArchives } from './template-archives.service.js';

const ZIP = 'application/zip';

/** The endpoints of templates as files (docs/api/templates.md). */
@ApiController('templates', 'Templates')
export class TemplateArchivesController {
  constructor(
    private readonly archives: TemplateArchives,
    private readonly config: GatewayConfig,
  ) {}

  @Get(':id/export')
  @Operation({
    id: 'exportTemplate',
    summary: 'Export a template',
    description: 'A zip archive of the document and the uploaded files that it refers to.',
    budget: 'exports',
    responses: [
      { status: 200, description: 'The archive.', media: { type: ZIP, schema: { type: 'string', format: 'binary' } } },
    ],
    errors: ['CONFLICT'],
  })
  async export(
    @OrgId() orgId: string,
    @Param() { id }: TemplatePath,
    @Query() { version }: GetTemplateQuery,
    @Res() response: Response,
  ): Promise<void> {
    const archive = await this.archives.export(orgId, id, version);
    response.set({
      'Content-Type': ZIP,
      'Content-Disposition': `attachment; filename="template-${id}.zip"`,
      'Cache-Control': 'private, no-store',
    });
    if (response.req.method === 'HEAD') {
      archive.destroy();
      response.end();
    } else await sendBody(archive, response).catch(() => undefined); // the client has disconnected, or a file is gone
  }

  @Post('import')
  @Operation({
    id: 'importTemplate',
    summary: 'Import a template',
    description:
      'Creates a template of an archive. Its files become uploads of the organization, within its quota, and the document refers to them. If anything is refused, nothing is stored.',
    budget: 'imports',
    file: 'The bytes of an archive of `GET /templates/{id}/export`. The `Content-Type` of the request does not matter.',
    responses: [
      {
        status: 201,
        description: 'Version 1 of the new template.',
        body: Template,
        example: exampleOfImportedTemplate(),
        headers: ['Location'],
      },
    ],
  })
  async import(
    @OrgId() orgId: string,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ): Promise<Template> {
    if (request.headers['content-encoding'] !== undefined) throw unreadable('Encoded bodies are not accepted');
    const length = request.headers['content-length'];
    const template = await this.archives.import(
      { org_id: orgId, ...creatorOf(request) },
      request,
      length === undefined ? undefined : Number(length),
    );
    response.setHeader('Location', `${this.config.publicBaseUrl}/templates/${template.id}`);
    return template;
  }
}
