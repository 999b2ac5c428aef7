import { Delete, Get, HttpCode, Param, Query, Req } from '@nestjs/common';
import type { Request } from 'express';
import { type Page, PageRequest } from '#libs/contracts';
import { ApiController } from '../../openapi/api-controller.js';
import { Operation } from '../../openapi/operation.js';
import { OwnSession, OwnSessionPath } from '../users/account-requests.js';
import { OwnSessions } from './own-sessions.service.js';

/** The endpoints with which a signed-in user sees where else the user is signed in (docs/api/accounts.md). */
@ApiController('session/sessions', 'Session', 'session')
export class OwnSessionsController {
  constructor(private readonly sessions: OwnSessions) {}

  @Get()
  @Operation({
    id: 'listOwnSessions',
    summary: 'List the sessions of the user',
    description: 'The sessions of the user that have not ended, that of the request first, then the last used.',
    responses: [{ status: 200, description: 'A page of sessions.', listOf: OwnSession }],
  })
  list(@Query() page: PageRequest, @Req() request: Request): Promise<Page<OwnSession>> {
    return this.sessions.list(request, page);
  }

  @Delete()
  @HttpCode(204)
  @Operation({
    id: 'deleteOtherSessions',
    summary: 'Sign out everywhere else',
    description: 'Ends all sessions of the user at once, except that of the request.',
    responses: [{ status: 204, description: 'Signed out.' }],
  })
  removeOthers(@Req() request: Request): Promise<void> {
    return this.sessions.removeOthers(request);
  }

  @Delete(':id')
  @HttpCode(204)
  @Operation({
    id: 'deleteOwnSession',
    summary: 'Sign out in another browser',
    description: 'Ends a session of the user at once.',
    responses: [{ status: 204, description: 'Signed out.' }],
  })
  remove(@Param() { id }: OwnSessionPath, @Req() request: Request): Promise<void> {
    return this.sessions.remove(request, id);
  }
}
