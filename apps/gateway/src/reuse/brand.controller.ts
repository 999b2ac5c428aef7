import { Get, Put } from '@nestjs/common';
import { BRAND_RPC, MAX_BRAND_BYTES, OrganizationBrand, SaveBrandBody } from '#libs/contracts';
import { RpcClient } from '#libs/messaging';
import { OrgId } from '../auth/authenticated-caller.js';
import { LimitBody, RawBody } from '../http/request-shapes.js';
import { ApiController } from '../openapi/api-controller.js';
import { Operation } from '../openapi/operation.js';

/** The endpoints of the brand of an organization (docs/api/brand.md). */
@ApiController('brand', 'Brand')
export class BrandController {
  constructor(private readonly rpc: RpcClient) {}

  @Get()
  @Operation({
    id: 'getBrand',
    summary: 'Get the brand',
    description: 'The named colors, fonts, logos and sounds of the organization, and how much refers to them.',
    responses: [{ status: 200, description: 'The brand.', body: OrganizationBrand }],
  })
  get(@OrgId() org_id: string): Promise<OrganizationBrand> {
    return this.rpc.call(BRAND_RPC.get, { org_id });
  }

  @Put()
  @LimitBody(MAX_BRAND_BYTES)
  @Operation({
    id: 'saveBrand',
    summary: 'Save the brand',
    description:
      'Replaces the whole brand. Drafts show the new one at once; published versions keep the brand with which they were published. `revision` must be the newest one; otherwise nothing is saved and the response is 409.',
    budget: 'documents',
    responses: [{ status: 200, description: 'The brand.', body: OrganizationBrand }],
    errors: ['CONFLICT'],
  })
  save(@OrgId() org_id: string, @RawBody(SaveBrandBody) body: Record<string, unknown>): Promise<OrganizationBrand> {
    return this.rpc.call(BRAND_RPC.save, { org_id, body });
  }
}
