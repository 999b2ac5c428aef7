import { createHash } from 'node:crypto';
import type { Request, Response } from 'express';
import { isNotModified } from '../http/conditional-get.js';

/** A JSON document with its entity tag. */
export interface FixedDocument {
  json: string | Buffer;
  /** Strong entity tag. */
  etag: string;
}

export function fixedDocument(document: object): { json: string; etag: string } {
  const json = JSON.stringify(document);
  return { json, etag: etagOf(json) };
}

/** The entity tag of the bytes of a JSON document. */
export function etagOf(json: string | Buffer): string {
  return `"${createHash('sha256').update(json).digest('base64url').slice(0, 22)}"`;
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
