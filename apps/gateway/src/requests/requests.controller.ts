import { Get, Query } from '@nestjs/common';
import type { Page } from '#libs/contracts';
import { OrgId } from '../auth/authenticated-caller.js';
import { ApiController } from '../openapi/api-controller.js';
import { Operation } from '../openapi/operation.js';
import { ListRequestsQuery, LoggedRequest } from './request-requests.js';
import { Requests } from './requests.service.js';

/** The log of an organization's requests (docs/api/requests.md). */
@ApiController('requests', 'Requests')
export class RequestsController {
  constructor(private readonly requests: Requests) {}

  @Get()
  @Operation({
    id: 'listRequests',
    summary: 'List the last requests',
    description:
      'The last requests of the organization, newest first: every one with a key, and the failed ones of members and preview tokens. A request appears within a few seconds of its end.',
    responses: [{ status: 200, description: 'A page of requests.', listOf: LoggedRequest }],
  })
  list(@OrgId() orgId: string, @Query() query: ListRequestsQuery): Promise<Page<LoggedRequest>> {
    return this.requests.list(orgId, query);
  }
}
