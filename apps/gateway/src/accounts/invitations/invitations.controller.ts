import { Body, Delete, Get, HttpCode, Param, Post, Query, Req } from '@nestjs/common';
import type { Request } from 'express';
import { type Page, PageRequest } from '#libs/contracts';
import { OrgId } from '../../auth/authenticated-caller.js';
import { LimitBody } from '../../http/request-shapes.js';
import { ApiController } from '../../openapi/api-controller.js';
import { Operation } from '../../openapi/operation.js';
import {
  CreateInvitationBody,
  Invitation,
  InvitationPath,
  InvitationWithUrl,
  MAX_ACCOUNT_BYTES,
} from '../users/account-requests.js';
import { Invitations } from './invitations.service.js';
import { sessionOf } from '../sign-in/own-account.service.js';

/** The endpoints of invitations (docs/api/accounts.md). */
@ApiController('invitations', 'Members', 'administer')
export class InvitationsController {
  constructor(private readonly invitations: Invitations) {}

  @Get()
  @Operation({
    id: 'listInvitations',
    summary: 'List invitations',
    description: 'The invitations that are neither accepted nor expired, newest first, without their links.',
    responses: [{ status: 200, description: 'A page of invitations.', listOf: Invitation }],
  })
  list(@OrgId() orgId: string, @Query() page: PageRequest): Promise<Page<Invitation>> {
    return this.invitations.list(orgId, page);
  }

  @Post()
  @LimitBody(MAX_ACCOUNT_BYTES)
  @Operation({
    id: 'createInvitation',
    summary: 'Invite a person',
    description:
      'The response is the only place where the link appears; it works once and for 7 days. A further invitation of the same address replaces the earlier one.',
    responses: [{ status: 201, description: 'The invitation with its link.', body: InvitationWithUrl }],
  })
  create(
    @OrgId() orgId: string,
    @Body() body: CreateInvitationBody,
    @Req() request: Request,
  ): Promise<InvitationWithUrl> {
    return this.invitations.create(orgId, body, sessionOf(request).userId);
  }

  @Delete(':id')
  @HttpCode(204)
  @Operation({
    id: 'deleteInvitation',
    summary: 'Withdraw an invitation',
    description: 'Its link stops working.',
    responses: [{ status: 204, description: 'Withdrawn.' }],
  })
  remove(@OrgId() orgId: string, @Param() { id }: InvitationPath): Promise<void> {
    return this.invitations.remove(orgId, id);
  }
}
