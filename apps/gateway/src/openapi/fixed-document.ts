import { createHash } from 'node:crypto';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import type { Request, Response } from 'express';
import { isNotModified } from '../http/conditional-get.js';

type Encoding = 'br' | 'gzip' | 'identity';

/** A JSON document that does not change while the process runs. */
export interface FixedDocument {
  /** The best compression first. */
  forms: readonly { encoding: Encoding; bytes: Buffer }[];
  /** Of the document as such; each form has a strong entity tag that begins with it. */
  tag: string;
}

/** The document in every form in which it is sent, compressed once. The best of brotli would delay the start by a second. */
export function fixedDocument(document: object): FixedDocument {
  const bytes = Buffer.from(JSON.stringify(document));
  const br = brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 6 } });
  return {
    forms: [
      { encoding: 'br', bytes: br },
      { encoding: 'gzip', bytes: gzipSync(bytes) },
      { encoding: 'identity', bytes },
    ],
    tag: createHash('sha256').update(bytes).digest('base64url').slice(0, 22),
  };
}

/** Sends the document, compressed as the client takes it, or 304 to a client that has it. */
export function answerWithDocument(
  { forms, tag }: FixedDocument,
  { type, cacheControl = 'no-cache' }: { type: string; cacheControl?: string },
  { request, response }: { request: Request; response: Response },
): void {
  const taken = forms.find(({ encoding }) => request.acceptsEncodings(encoding) === encoding) ?? forms.at(-1)!;
  const { encoding, bytes } = taken;
  response.vary('Accept-Encoding');
  response.set({ ETag: `"${tag}-${encoding}"`, 'Cache-Control': cacheControl });
  if (isNotModified(request, response)) {
    response.status(304).end();
    return;
  }
  if (encoding !== 'identity') response.set('Content-Encoding', encoding);
  response.type(type).send(bytes);
}
