import { createHash } from 'node:crypto';
import type { Request, Response } from 'express';
import { isNotModified } from '../http/conditional-get.js';

/** A JSON document that does not change while the process runs. */
export interface FixedDocument {
  json: string;
  /** Strong entity tag. */
  etag: string;
}

export function fixedDocument(document: object): FixedDocument {
  const json = JSON.stringify(document);
  return { json, etag: `"${createHash('sha256').update(json).digest('base64url').slice(0, 22)}"` };
}

/** Sends the document, or 304 to a client that has it. */
export function answerWithDocument(
  { json, etag }: FixedDocument,
  { type, cacheControl = 'no-cache' }: { type: string; cacheControl?: string },
  { request, response }: { request: Request; response: Response },
): void {
  response.set({ ETag: etag, 'Cache-Control': cacheControl });
  if (isNotModified(request, response)) response.status(304).end();
  else response.type(type).send(json);
}
