import { IsOptional, IsString, MaxLength } from 'class-validator';
import type { Request, Response } from 'express';

const MAX_HEADER_CHARACTERS = 4_096;

export class ConditionalHeaders {
  /** The `ETag` of an answer that the caller has. */
  @IsOptional()
  @IsString()
  @MaxLength(MAX_HEADER_CHARACTERS)
  'If-None-Match'?: string;
}

/** True when the client has this version already: its `If-None-Match` names the answer's `ETag` (RFC 9110 §13.1.2). */
export function isNotModified(request: Request, response: Response): boolean {
  const tags =
    request
      .get('if-none-match')
      ?.split(',')
      .map((tag) => tag.trim().replace(/^W\//, '')) ?? [];
  return tags.includes('*') || tags.includes(response.get('ETag') ?? '');
}
