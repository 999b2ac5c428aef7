import { IsOptional } from 'class-validator';
import type { Request, Response } from 'express';
import { IsText } from '#libs/contracts';

const MAX_HEADER_CHARACTERS = 4_096;

export class ConditionalHeaders {
  /** Entity tags of the versions that the client has. If one is current, the response is 304. */
  @IsOptional()
  @IsText(MAX_HEADER_CHARACTERS)
  'If-None-Match'?: string;
}

/** True if `If-None-Match` of the request contains the `ETag` of the response (RFC 9110 §13.1.2). */
export function isNotModified(request: Request, response: Response): boolean {
  const tags =
    request
      .get('if-none-match')
      ?.split(',')
      .map((tag) => tag.trim().replace(/^W\//, '')) ?? [];
  return tags.includes('*') || tags.includes(response.get('ETag')?.replace(/^W\//, '') ?? '');
}
