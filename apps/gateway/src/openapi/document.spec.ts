import { beforeAll, describe, expect, it } from '@jest/globals';
import { createConfig, lintFromString } from '@redocly/openapi-core';
import type { Type } from '@nestjs/common';
import { METHOD_METADATA, MODULE_METADATA, PATH_METADATA } from '@nestjs/common/constants.js';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { ERROR_CATALOG } from '#libs/contracts';
import { TEXT_FORMATS } from '#libs/template';
import { describeApi } from '../../generate/describe-api.js';
import { SingleSignOnController } from '../accounts/single-sign-on/single-sign-on.controller.js';
import { GatewayModule } from '../gateway.module.js';
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

/** The controllers of a module and of the modules that it imports. */
function controllersOf(module: Type): Type[] {
  const of = (key: string) => (Reflect.getMetadata(key, module) ?? []) as Type[];
  const imported = of(MODULE_METADATA.IMPORTS).filter((each) => typeof each === 'function');
  return [...new Set([...of(MODULE_METADATA.CONTROLLERS), ...imported.flatMap(controllersOf)])];
}

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
    const controllers = controllersOf(GatewayModule).filter((controller) => {
      const path: unknown = Reflect.getMetadata(PATH_METADATA, controller);
      return String(path).startsWith('v1') && controller !== SingleSignOnController; // browsers follow its redirects
    });
    const handlers = controllers.flatMap(({ prototype }) =>
      Object.getOwnPropertyNames(prototype).filter((name) =>
        Reflect.hasMetadata(METHOD_METADATA, Reflect.get(prototype as object, name) as object),
      ),
    );
    expect(handlers.length).toBeGreaterThan(80);
    expect(operations().length).toBe(handlers.length - 1); // the page of the documents is no operation
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
