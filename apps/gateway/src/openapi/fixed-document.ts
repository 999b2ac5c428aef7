import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompressSync, constants, gzip, gzipSync } from 'node:zlib';
import type { Request, Response } from 'express';
import { isNotModified } from '../http/conditional-get.js';

type Encoding = 'br' | 'gzip' | 'identity';

/** A JSON document in the forms in which it is sent. */
export interface FixedDocument {
  /** The best compression first. */
  forms: readonly { encoding: Encoding; bytes: Buffer }[];
  /** Tag of the document as such; each form has a strong entity tag that begins with it. */
  tag: string;
}

/** A document in every form, compressed once. The best of brotli would delay the start by a second. */
export function fixedDocument(document: object): FixedDocument {
  const bytes = Buffer.from(JSON.stringify(document));
  const br = brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 6 } });
  return inForms(bytes, [
    { encoding: 'br', bytes: br },
    { encoding: 'gzip', bytes: gzipSync(bytes) },
  ]);
}

/** A document that is cached for a few seconds only: compressed with gzip alone, which is fast, and off the event loop. */
export async function passingDocument(document: object): Promise<FixedDocument> {
  const bytes = Buffer.from(JSON.stringify(document));
  return inForms(bytes, [{ encoding: 'gzip', bytes: await promisify(gzip)(bytes) }]);
}

function inForms(bytes: Buffer, compressed: FixedDocument['forms']): FixedDocument {
  const tag = createHash('sha256').update(bytes).digest('base64url').slice(0, 22);
  return { forms: [...compressed, { encoding: 'identity', bytes }], tag };
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
