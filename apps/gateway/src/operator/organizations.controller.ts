import { Body, Get, Headers, HttpCode, Param, Patch, Post, Query, Req } from '@nestjs/common';
import type { Request } from 'express';
import { type Page, PageRequest } from '#libs/contracts';
import { sessionOf } from '../accounts/sign-in/own-account.service.js';
import { IdempotencyHeaders } from '../http/idempotency-requests.js';
import { LimitBody, SMALL_BODY_BYTES } from '../http/request-shapes.js';
import { ApiController } from '../openapi/api-controller.js';
import { Operation } from '../openapi/operation.js';
import { AllOrganizations } from './all-organizations.service.js';
import {
  CreatedOrganization,
  CreateOrganizationBody,
  CreditGrant,
  exampleOfLimitedOrganization,
  GrantCreditsBody,
  LimitOrganizationBody,
  ListOrganizationsQuery,
  MAX_OPERATOR_BYTES,
  OperatorOrganization,
  OrganizationDetails,
  OrganizationPath,
} from './all-organizations-requests.js';

/** The endpoints of all organizations, for operators (docs/api/operator.md). */
@ApiController('operator/organizations', 'Operator', 'operate')
export class OrganizationsController {
  constructor(private readonly organizations: AllOrganizations) {}

  @Get()
  @Operation({
    id: 'listOrganizations',
    summary: 'List organizations',
    description:
      'All organizations of the installation, with their credits and their videos in progress, newest first.',
    responses: [{ status: 200, description: 'A page of organizations.', listOf: OperatorOrganization }],
  })
  list(@Query() query: ListOrganizationsQuery): Promise<Page<OperatorOrganization>> {
    return this.organizations.list(query);
  }

  @Post()
  @LimitBody(MAX_OPERATOR_BYTES)
  @Operation({
    id: 'createOrganization',
    summary: 'Create an organization',
    description: 'Creates an organization without credits and keys, and an invitation for its first owner.',
    responses: [{ status: 201, description: 'The organization.', body: CreatedOrganization }],
  })
  create(@Body() body: CreateOrganizationBody, @Req() request: Request): Promise<CreatedOrganization> {
    return this.organizations.create(body, sessionOf(request).userId);
  }

  @Get(':id')
  @Operation({
    id: 'getOrganizationDetails',
    summary: 'Get an organization',
    description: 'An organization with its keys, templates, files and members.',
    responses: [{ status: 200, description: 'The organization.', body: OrganizationDetails }],
  })
  details(@Param() { id }: OrganizationPath): Promise<OrganizationDetails> {
    return this.organizations.details(id);
  }

  @Patch(':id')
  @LimitBody(SMALL_BODY_BYTES)
  @Operation({
    id: 'limitOrganization',
    summary: 'Change the rate limit of an organization',
    description: 'Sets the requests per minute that the keys of the organization share. Gateways apply it at once.',
    responses: [
      {
        status: 200,
        description: 'The organization.',
        body: OperatorOrganization,
        example: exampleOfLimitedOrganization(),
      },
    ],
  })
  limit(
    @Param() { id }: OrganizationPath,
    @Body() { rate_limit }: LimitOrganizationBody,
  ): Promise<OperatorOrganization> {
    return this.organizations.limit(id, rate_limit);
  }

  @Get(':id/grants')
  @Operation({
    id: 'listGrants',
    summary: 'List grants',
    description: 'The credits that an organization was granted, with their reasons, newest first.',
    responses: [{ status: 200, description: 'A page of grants.', listOf: CreditGrant }],
  })
  grants(@Param() { id }: OrganizationPath, @Query() page: PageRequest): Promise<Page<CreditGrant>> {
    return this.organizations.grants(id, page);
  }

  @Post(':id/grants')
  @HttpCode(201)
  @LimitBody(MAX_OPERATOR_BYTES)
  @Operation({
    id: 'grantCredits',
    summary: 'Grant credits',
    description:
      'Adds credits to an organization. A request with an `Idempotency-Key` can be repeated safely: it adds them once.',
    responses: [{ status: 201, description: 'The grant.', body: CreditGrant }],
  })
  grant(
    @Param() { id }: OrganizationPath,
    @Body() body: GrantCreditsBody,
    @Headers() headers: IdempotencyHeaders,
  ): Promise<CreditGrant> {
    return this.organizations.grant(id, body, headers['Idempotency-Key']);
  }
}
