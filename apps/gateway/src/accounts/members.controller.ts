import { Body, Delete, Get, HttpCode, Param, Patch, Query } from '@nestjs/common';
import { type Page, PageRequest } from '#libs/contracts';
import { OrgId } from '../auth/authenticated-caller.js';
import { LimitBody, SMALL_BODY_BYTES } from '../http/request-shapes.js';
import { ApiController } from '../openapi/api-controller.js';
import { Operation } from '../openapi/operation.js';
import { exampleOfChangedMember, Member, MemberPath, UpdateMemberBody } from './users/account-requests.js';
import { Members } from './members.service.js';

/** The endpoints of members (docs/api/accounts.md). */
@ApiController('members', 'Members', 'administer')
export class MembersController {
  constructor(private readonly members: Members) {}

  @Get()
  @Operation({
    id: 'listMembers',
    summary: 'List members',
    description: 'The users who belong to the organization, newest first.',
    responses: [{ status: 200, description: 'A page of members.', listOf: Member }],
  })
  list(@OrgId() orgId: string, @Query() page: PageRequest): Promise<Page<Member>> {
    return this.members.list(orgId, page);
  }

  @Patch(':id')
  @LimitBody(SMALL_BODY_BYTES)
  @Operation({
    id: 'updateMember',
    summary: 'Change the role of a member',
    description: 'The role applies to the sessions of the member at once. The last owner stays an owner.',
    responses: [{ status: 200, description: 'The member.', body: Member, example: exampleOfChangedMember() }],
  })
  update(@OrgId() orgId: string, @Param() { id }: MemberPath, @Body() { role }: UpdateMemberBody): Promise<Member> {
    return this.members.changeRole(orgId, id, role);
  }

  @Delete(':id')
  @HttpCode(204)
  @Operation({
    id: 'deleteMember',
    summary: 'Remove a member',
    description: 'Ends the sessions of the member in the organization at once. The last owner stays.',
    responses: [{ status: 204, description: 'Removed.' }],
  })
  remove(@OrgId() orgId: string, @Param() { id }: MemberPath): Promise<void> {
    return this.members.remove(orgId, id);
  }
}
