import { Injectable } from '@nestjs/common';
import { EntityManager } from '@mikro-orm/postgresql';
import { TEMPLATE_QUOTA_RPC } from '#libs/contracts';
import { RpcClient } from '#libs/messaging';
import { Organization } from '../auth/organization.entity.js';
import { GatewayConfig } from '../gateway.config.js';
import { Assets } from '../assets/assets.service.js';
import type { OwnOrganization } from './own-organization-requests.js';

/** The organization of a caller, as its members see it. */
@Injectable()
export class OwnOrganizations {
  constructor(
    private readonly em: EntityManager,
    private readonly rpc: RpcClient,
    private readonly assets: Assets,
    private readonly config: GatewayConfig,
  ) {}

  async read(orgId: string): Promise<OwnOrganization> {
    const [organization, templates, assets] = await Promise.all([
      this.em.fork().findOneOrFail(Organization, orgId),
      this.rpc.call(TEMPLATE_QUOTA_RPC.usage, { org_id: orgId }),
      this.assets.usage(orgId),
    ]);
    return {
      id: orgId,
      name: organization.name,
      rate_limit: organization.rateLimit ?? this.config.rateLimitPerMinute,
      session_rate_limit: this.config.sessionRateLimitPerMinute,
      templates,
      assets,
      created_at: organization.createdAt.toISOString(),
    };
  }

  async rename(orgId: string, name: string): Promise<OwnOrganization> {
    await this.em.fork().nativeUpdate(Organization, orgId, { name });
    return this.read(orgId);
  }
}
