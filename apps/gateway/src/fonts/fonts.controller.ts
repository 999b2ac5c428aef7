import { Get, Headers, Req, Res } from '@nestjs/common';
import type { Request, Response } from 'express';
import { FontList, shippedFontList } from '#libs/contracts';
import { ConditionalHeaders } from '../http/conditional-get.js';
import { ApiController } from '../openapi/api-controller.js';
import { answerWithDocument, fixedDocument } from '../openapi/fixed-document.js';
import { Operation } from '../openapi/operation.js';

/** Caching of the list, which changes with the release only. */
const CACHE_CONTROL = 'private, max-age=3600';

/** The endpoint of shipped fonts (docs/template/text.md). */
@ApiController('fonts', 'Templates')
export class FontsController {
  private readonly list = fixedDocument(shippedFontList());

  @Get()
  @Operation({
    id: 'listFonts',
    summary: 'List the shipped fonts',
    description:
      'The font families that templates may use without providing a file. The list changes with the release only.',
    responses: [
      { status: 200, description: 'All shipped families.', body: FontList, headers: ['ETag'] },
      { status: 304, description: 'The list has not changed.', headers: ['ETag'] },
    ],
  })
  all(@Headers() _conditions: ConditionalHeaders, @Req() request: Request, @Res() response: Response): void {
    answerWithDocument(
      this.list,
      { type: 'application/json; charset=utf-8', cacheControl: CACHE_CONTROL },
      { request, response },
    );
  }
}
