import { beforeAll, describe, expect, it } from '@jest/globals';
import { createConfig, lintFromString } from '@redocly/openapi-core';
import { METHOD_METADATA } from '@nestjs/common/constants.js';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { ERROR_CATALOG } from '#libs/contracts';
import { TEXT_FORMATS } from '#libs/template';
import { describeApi } from '../../generate/describe-api.js';
import { InvitationsController } from '../accounts/invitations.controller.js';
import { MembersController } from '../accounts/members.controller.js';
import { OwnInvitationsController } from '../accounts/own-invitations.controller.js';
import { SessionController } from '../accounts/session.controller.js';
import { BatchesController } from '../batches/batches.controller.js';
import { CreditsController } from '../credits/credits.controller.js';
import { FontsController } from '../fonts/fonts.controller.js';
import { KeysController } from '../keys/keys.controller.js';
import { OrganizationController } from '../organization/organization.controller.js';
import { DraftsController } from '../templates/drafts.controller.js';
import { MediaController } from '../media/media.controller.js';
import { FramesController } from '../templates/frames.controller.js';
import { TemplateArchivesController } from '../template-archives/template-archives.controller.js';
import { PresenceController } from '../templates/presence.controller.js';
import { AuditLogController } from '../audit-log/audit-log.controller.js';
import { OperatorAuditLogController } from '../audit-log/operator-audit-log.controller.js';
import { PreviewTokensController } from '../preview-tokens/preview-tokens.controller.js';
import { OperationsController } from '../operator/operations.controller.js';
import { OrganizationsController } from '../operator/organizations.controller.js';
import { UsersController } from '../operator/users.controller.js';
import { TemplatesController } from '../templates/templates.controller.js';
import { UsageController } from '../usage/usage.controller.js';
import { VideoStreamController } from '../videos/video-stream.controller.js';
import { VideosController } from '../videos/videos.controller.js';
import { DeliveriesController } from '../webhooks/deliveries.controller.js';
import { WebhooksController } from '../webhooks/webhooks.controller.js';
import { templateSchema } from './api-documents.js';
import { CODES_WITHOUT_OPERATION } from './error-responses.js';

interface Operation {
  operationId: string;
  summary: string;
  description?: string;
  responses: Record<string, { $ref?: string; content?: object }>;
  security?: unknown[];
}

interface Document {
  openapi: string;
  paths: Record<string, Record<string, Operation>>;
  components: {
    responses: Record<string, { content: { 'application/json': { example: { error: { code: string } } } } }>;
  };
}

let document: Document;

beforeAll(async () => {
  document = (await describeApi()) as Document;
});

const operations = () => Object.values(document.paths).flatMap((item) => Object.values(item));

describe('the OpenAPI document', () => {
  it('is OpenAPI 3.1 without a fault that a linter finds, examples included', async () => {
    const config = await createConfig({
      extends: ['recommended-strict'],
      rules: {
        'no-invalid-media-type-examples': 'error',
        'no-invalid-schema-examples': 'error',
        'no-invalid-parameter-examples': 'error',
        'operation-description': 'error',
        'no-server-example.com': 'off', // the real address is configured where it runs
      },
    });
    expect(document.openapi).toBe('3.1.0');
    const problems = await lintFromString({ source: JSON.stringify(document), config });
    expect(problems.map(({ ruleId, message, location }) => `${ruleId} ${location[0]?.pointer}: ${message}`)).toEqual(
      [],
    );
  });

  it('describes every handler of the API', () => {
    const controllers = [
      VideosController,
      BatchesController,
      VideoStreamController,
      TemplatesController,
      TemplateArchivesController,
      DraftsController,
      FramesController,
      PresenceController,
      MediaController,
      WebhooksController,
      DeliveriesController,
      CreditsController,
      UsageController,
      FontsController,
      SessionController,
      OwnInvitationsController,
      MembersController,
      InvitationsController,
      KeysController,
      OrganizationController,
      PreviewTokensController,
      OrganizationsController,
      UsersController,
      OperationsController,
      AuditLogController,
      OperatorAuditLogController,
    ];
    const handlers = controllers.flatMap(({ prototype }) =>
      Object.getOwnPropertyNames(prototype).filter((name) =>
        Reflect.hasMetadata(METHOD_METADATA, Reflect.get(prototype, name) as object),
      ),
    );
    expect(operations().length).toBe(handlers.length + 3); // the documents of the API have a controller of their own
  });

  it('has every error code of the catalog that an operation returns, each with an example', () => {
    const examples = Object.values(document.components.responses).map(
      (response) => response.content['application/json'].example.error.code,
    );
    expect([...examples, ...CODES_WITHOUT_OPERATION].sort()).toEqual(Object.keys(ERROR_CATALOG).sort());
  });

  it('says of every operation what can go wrong with any request', () => {
    for (const { operationId, responses, security } of operations()) {
      const always = security?.length === 0 ? ['400', '422', '500', '503'] : ['400', '401', '422', '429', '500', '503'];
      expect([operationId, ...Object.keys(responses)]).toEqual(expect.arrayContaining([operationId, ...always]));
    }
  });

  it('cites no document of this repository', () => {
    expect(JSON.stringify(document).match(/.{0,60}(\.md\b|API §).{0,20}/g) ?? []).toEqual([]);
  });
});

describe('the schema of templates', () => {
  it('is JSON Schema, draft 2020-12', () => {
    const ajv = new Ajv2020({ strict: true, allowUnionTypes: true, strictRequired: false });
    (addFormats as unknown as (ajv: Ajv2020) => void)(ajv);
    for (const format of TEXT_FORMATS) ajv.addFormat(format, true);
    expect(() => ajv.compile(templateSchema('https://api.example.com/v1/template-schema'))).not.toThrow();
  });
});
