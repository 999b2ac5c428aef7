import { Get, HttpCode, Param, Post, Query, Req } from '@nestjs/common';
import type { Request } from 'express';
import { type Page, PageRequest } from '#libs/contracts';
import { ApiController } from '../../openapi/api-controller.js';
import { Operation } from '../../openapi/operation.js';
import { exampleOfJoined, InvitationPath, OwnInvitation, Session } from '../users/account-requests.js';
import { OwnInvitations } from './own-invitations.service.js';

/** The endpoints with which a signed-in user accepts or declines invitations (docs/api/accounts.md). */
@ApiController('session/invitations', 'Session', 'session')
export class OwnInvitationsController {
  constructor(private readonly invitations: OwnInvitations) {}

  @Get()
  @Operation({
    id: 'listOwnInvitations',
    summary: 'List the invitations to the user',
    description: 'The open invitations to the e-mail address of the user, newest first; none if it is not proven.',
    responses: [{ status: 200, description: 'A page of invitations.', listOf: OwnInvitation }],
  })
  list(@Query() page: PageRequest, @Req() request: Request): Promise<Page<OwnInvitation>> {
    return this.invitations.list(request, page);
  }

  @Post(':id/accept')
  @HttpCode(200)
  @Operation({
    id: 'joinOrganization',
    summary: 'Accept an invitation to the user',
    description:
      'Makes the user a member. A session without an organization acts in this one from now on; any other stays where it is.',
    responses: [{ status: 200, description: 'The session.', body: Session, example: exampleOfJoined() }],
  })
  accept(@Param() { id }: InvitationPath, @Req() request: Request): Promise<Session> {
    return this.invitations.accept(request, id);
  }

  @Post(':id/decline')
  @HttpCode(204)
  @Operation({
    id: 'declineInvitation',
    summary: 'Decline an invitation to the user',
    description: 'The invitation and its link stop working.',
    responses: [{ status: 204, description: 'Declined.' }],
  })
  decline(@Param() { id }: InvitationPath, @Req() request: Request): Promise<void> {
    return this.invitations.decline(request, id);
  }
}
