import { applyDecorators } from '@nestjs/common';
import type { Type } from '@nestjs/common';
import { ApiIncludeEndpoint, ApiOperation } from '@nestjs/swagger';
import type { ErrorCode } from '#libs/contracts';
import type { JsonSchema, Shape } from '#libs/template';
import { type RequestParts, shapesOf } from '../http/request-shapes.js';
import type { HeaderName } from './headers.js';

/** A successful answer. */
export interface Success {
  status: 200 | 201 | 202 | 204 | 304;
  description: string;
  /** The class of the JSON body. */
  body?: Shape;
  /** Where that of the class does not fit. */
  example?: object;
  /** The body is a page of such. */
  listOf?: Shape;
  /** A body that is not JSON of a class. */
  media?: { type: string; schema: JsonSchema; example?: unknown };
  headers?: readonly HeaderName[];
}

/** What the document says about a handler, besides what its route and its parameters' classes say. */
export interface OperationFacts {
  /** Unique; the client's method names come from it. */
  id: string;
  summary: string;
  description?: string;
  responses: readonly Success[];
  /** Codes only this operation has; those that follow from its parameters need no mention. */
  errors?: readonly ErrorCode[];
  /** Answered without a key and outside the rate limit. */
  isPublic?: boolean;
}

export interface DeclaredOperation extends OperationFacts {
  parts: RequestParts;
  method: string;
}

const declared = new Map<string, DeclaredOperation>();

/** Describes a handler for the OpenAPI document; what it takes is read from the classes of its parameters. */
export function Operation(facts: OperationFacts): MethodDecorator {
  return applyDecorators(
    ApiIncludeEndpoint(),
    ApiOperation({ operationId: facts.id, summary: facts.summary, description: facts.description }),
    (prototype: object, method: string | symbol) => {
      if (declared.has(facts.id)) throw new Error(`two operations are called ${facts.id}`);
      const parts = shapesOf(prototype.constructor as Type, String(method));
      declared.set(facts.id, { ...facts, parts, method: String(method) });
    },
  );
}

/** @throws Error for a handler of the API without {@link Operation} */
export function operationOf(id: string): DeclaredOperation {
  const operation = declared.get(id);
  if (!operation) throw new Error(`${id} is not described`);
  return operation;
}
