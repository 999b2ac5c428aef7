import { applyDecorators } from '@nestjs/common';
import type { Type } from '@nestjs/common';
import { ApiIncludeEndpoint, ApiOperation } from '@nestjs/swagger';
import type { WorkBudget } from '#libs/contracts';
import type { JsonSchema, Shape } from '#libs/template';
import { type Access, RequireAccess } from '../http/caller/access.js';
import { OperationName } from '../http/operation-name.js';
import { DeclaresBudget } from '../http/request-place.js';
import { type RequestParts, shapesOf } from '../http/request-shapes.js';
import type { OperationErrorCode } from './error-responses.js';
import type { HeaderName } from './headers.js';

/** A media type of a body. */
export interface Media {
  type: string;
  schema: JsonSchema;
  example?: unknown;
  /** Further types with the same schema. */
  otherTypes?: readonly string[];
}

/** A successful response. */
export interface Success {
  status: 200 | 201 | 202 | 204 | 304;
  description: string;
  /** The class of the JSON body. */
  body?: Shape;
  /** Replaces the example of the class. */
  example?: object;
  /** The class of the entries, if the body is a page of a list. */
  listOf?: Shape;
  /** A body that is not described by a class. */
  media?: Media | readonly Media[];
  headers?: readonly HeaderName[];
}

/** The document's facts about a handler in addition to its route and its parameters' classes. */
export interface OperationFacts {
  /** Unique; the client's method names come from it. */
  id: string;
  summary: string;
  description: string;
  /** The budget of its work (docs/api/limits.md). Default: `requests`. */
  budget?: WorkBudget;
  responses: readonly Success[];
  /** The description of a body that is a file of any type. The handler reads it itself. */
  file?: string;
  /** Error codes of this operation alone; those that follow from its parameters are added. */
  errors?: readonly OperationErrorCode[];
  /** Requests that this operation makes the service send, by name. Called while the document is built. */
  callbacks?: () => Record<string, object>;
  /**
   * Default: that of the controller, else `read` for GET and HEAD, and `write`. `public`: served without a credential
   * and outside the rate limit.
   */
  access?: Access;
}

export interface DeclaredOperation extends OperationFacts {
  parts: RequestParts;
  method: string;
  handler: object;
}

const declared = new Map<string, DeclaredOperation>();

/** Describes a handler for the OpenAPI document; its parameters are read from their classes. */
export function Operation(facts: OperationFacts): MethodDecorator {
  return applyDecorators(
    ApiIncludeEndpoint(),
    OperationName(facts.id),
    DeclaresBudget(facts.budget ?? 'requests'),
    ...(facts.access === undefined ? [] : [RequireAccess(facts.access)]),
    ApiOperation({ operationId: facts.id, summary: facts.summary, description: facts.description }),
    (prototype: object, method: string | symbol, { value: handler }: PropertyDescriptor) => {
      if (declared.has(facts.id)) throw new Error(`two operations are called ${facts.id}`);
      const parts = shapesOf(prototype.constructor as Type, String(method));
      declared.set(facts.id, { ...facts, parts, method: String(method), handler: handler as object });
    },
  );
}

/** @throws Error for a handler of the API without {@link Operation} */
export function operationOf(id: string): DeclaredOperation {
  const operation = declared.get(id);
  if (!operation) throw new Error(`${id} is not described`);
  return operation;
}
