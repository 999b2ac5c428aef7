import { Body, Get, Patch } from '@nestjs/common';
import { OrgId } from '../auth/authenticated-caller.js';
import { LimitBody } from '../http/request-shapes.js';
import { ApiController } from '../openapi/api-controller.js';
import { Operation } from '../openapi/operation.js';
import { MAX_ORGANIZATION_BYTES, OwnOrganization, UpdateOrganizationBody } from './own-organization-requests.js';
import { OwnOrganizations } from './own-organizations.service.js';

/** The endpoints of the caller's organization (docs/api/accounts.md). */
@ApiController('organization', 'Organization')
export class OrganizationController {
  constructor(private readonly organizations: OwnOrganizations) {}

  @Get()
  @Operation({
    id: 'getOrganization',
    summary: 'Get the organization',
    description: 'The organization of the key or session, with its limits and how much of its quotas it has used.',
    responses: [{ status: 200, description: 'The organization.', body: OwnOrganization }],
  })
  get(@OrgId() orgId: string): Promise<OwnOrganization> {
    return this.organizations.read(orgId);
  }

  @Patch()
  @LimitBody(MAX_ORGANIZATION_BYTES)
  @Operation({
    id: 'updateOrganization',
    summary: 'Rename the organization',
    description: 'Changes the name. Limits and quotas are set by the operator.',
    responses: [{ status: 200, description: 'The organization.', body: OwnOrganization }],
    access: 'administer',
  })
  update(@OrgId() orgId: string, @Body() { name }: UpdateOrganizationBody): Promise<OwnOrganization> {
    return this.organizations.rename(orgId, name);
  }
}
