import { Injectable } from '@nestjs/common';
import type { INestApplication } from '@nestjs/common';
import { EXPRESSION_SHAPES, type Shape, shapeSchema, shapesWithin, TemplateDocument } from '#libs/template';
import { GatewayConfig } from '../gateway.config.js';
import { describeShape } from './components.js';
import { apiDocument } from './document.js';
import { type FixedDocument, fixedDocument } from './fixed-document.js';

/** The documents that describe the API, serialized once. */
@Injectable()
export class ApiDocuments {
  private openApi?: FixedDocument;
  private template?: FixedDocument;

  constructor(private readonly config: GatewayConfig) {}

  /** Builds the OpenAPI document from the application's routes. */
  describe(app: INestApplication): void {
    this.openApi = fixedDocument(apiDocument(app, this.config.publicBaseUrl));
  }

  get openApiDocument(): FixedDocument {
    if (!this.openApi) throw new Error('the API has not been described yet');
    return this.openApi;
  }

  /** The JSON Schema (draft 2020-12) of template documents. */
  get templateSchema(): FixedDocument {
    return (this.template ??= fixedDocument(templateSchema(`${this.config.publicBaseUrl}/template-schema`)));
  }
}

/** @param id the address at which the schema is served */
export function templateSchema(id: string): object {
  const styleOf = (shape: Shape) => ({
    refTo: ({ name }: { name: string }) => `#/$defs/${name}`,
    describe: describeShape,
    placeholders: EXPRESSION_SHAPES.has(shape),
    inlinesUnions: true,
  });
  const others = [...shapesWithin(TemplateDocument)].filter((shape) => shape !== TemplateDocument);
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    $id: id,
    title: 'Framewright template',
    ...shapeSchema(TemplateDocument, styleOf(TemplateDocument)),
    $defs: Object.fromEntries(others.map((shape) => [shape.name, shapeSchema(shape, styleOf(shape))])),
  };
}
