import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { Controller, Get, Headers, Param, Req, Res, UseGuards, UseInterceptors } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { AppError } from '#libs/contracts';
import { PermissionGuard } from '../auth/permission.guard.js';
import { GatewayConfig } from '../gateway.config.js';
import { RequireAccess } from '../http/caller/access.js';
import { ConditionalHeaders } from '../http/conditional-get.js';
import { RequestPlace, TakesBudget } from '../http/request-place.js';
import { RequestShapes } from '../http/request-shapes.js';
import { ApiDocuments } from './api-documents.js';
import { DOCS_POLICY, docsPage, START_SCRIPT, SWAGGER_UI_FILES } from './docs-page.js';
import { answerWithDocument } from './fixed-document.js';
import { Operation, type Success } from './operation.js';

const SWAGGER_UI = dirname(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json'));
const OBJECT = { type: 'object', additionalProperties: true };

/** The responses with a document of a media type. */
function documentResponses(description: string, type: string): readonly Success[] {
  return [
    { status: 200, description, media: { type, schema: OBJECT }, headers: ['ETag'] },
    { status: 304, description: 'The document has not changed.', headers: ['ETag'] },
  ];
}

/** The documents that describe the API. The page and the OpenAPI document need no key (`isPublicRequest`). */
@Controller('v1')
@ApiTags('Documents')
@UseGuards(PermissionGuard)
@UseInterceptors(RequestShapes, RequestPlace)
export class DocumentsController {
  private readonly page: string;

  constructor(
    private readonly documents: ApiDocuments,
    config: GatewayConfig,
  ) {
    this.page = docsPage(`${new URL(config.publicBaseUrl).pathname}/docs`);
  }

  @Get('openapi.json')
  @Operation({
    id: 'getOpenApiDocument',
    summary: 'Get the OpenAPI document',
    description: 'The OpenAPI document of this API, for generators of clients and other tools. It needs no key.',
    budget: 'downloads',
    responses: documentResponses('This document, OpenAPI 3.1.', 'application/json'),
    access: 'public',
  })
  openApi(@Headers() _conditions: ConditionalHeaders, @Req() request: Request, @Res() response: Response): void {
    answerWithDocument(
      this.documents.openApiDocument,
      { type: 'application/json; charset=utf-8' },
      { request, response },
    );
  }

  @Get('template-schema')
  @Operation({
    id: 'getTemplateSchema',
    summary: 'Get the JSON Schema of templates',
    description:
      'For editors and validators: draft 2020-12, with the description, bounds and default of every property.',
    budget: 'downloads',
    responses: documentResponses('The JSON Schema of template documents, draft 2020-12.', 'application/schema+json'),
  })
  templateSchema(@Headers() _conditions: ConditionalHeaders, @Req() request: Request, @Res() response: Response): void {
    answerWithDocument(
      this.documents.templateSchema,
      { type: 'application/schema+json; charset=utf-8' },
      { request, response },
    );
  }

  @Get('docs')
  @Operation({
    id: 'getDocs',
    summary: 'Open the API reference',
    description: 'The OpenAPI document as a page to read. It needs no key.',
    budget: 'downloads',
    responses: [
      {
        status: 200,
        description: 'A page that shows the OpenAPI document. It loads nothing from other hosts.',
        media: { type: 'text/html', schema: { type: 'string' } },
      },
    ],
    access: 'public',
  })
  docs(@Res() response: Response): void {
    response.setHeader('Content-Security-Policy', DOCS_POLICY);
    response.type('text/html; charset=utf-8').send(this.page);
  }

  @Get('docs/:file')
  @RequireAccess('public')
  @TakesBudget('downloads')
  docsFile(@Param('file') file: string, @Res() response: Response): void {
    response.setHeader('Cache-Control', 'public, max-age=3600');
    if (file === 'start.js') {
      response.type('text/javascript; charset=utf-8').send(START_SCRIPT);
      return;
    }
    const type = Object.hasOwn(SWAGGER_UI_FILES, file) ? SWAGGER_UI_FILES[file] : undefined;
    if (type === undefined) throw new AppError('RESOURCE_NOT_FOUND');
    response.type(type).send(readFileSync(join(SWAGGER_UI, file)));
  }
}

/** Paths below `/v1`, for any method. */
const PUBLIC_PATHS =
  /^\/((openapi\.json|docs)(\/[^/]*)?\/?|session\/(options|link|passkey(\/challenge)?|invitation(\/show)?|password-reset|single-sign-on(\/callback)?)|review\/(show|comments|decision))$/;

/** Whether a request below `/v1` is served without a credential and outside the rate limit: documents, signing in, and review links. */
export function isPublicRequest({ method, path }: { method: string; path: string }): boolean {
  return PUBLIC_PATHS.test(path) || (method === 'POST' && path === '/session');
}
