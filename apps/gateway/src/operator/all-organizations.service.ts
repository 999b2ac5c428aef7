import { createHash, randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { EntityManager } from '@mikro-orm/postgresql';
import {
  AppError,
  CREDITS_RPC,
  type Grant,
  OPERATOR_RPC,
  ORGANIZATION_CHANGED,
  type Page,
  pageOf,
  type PageRequest,
  TEMPLATE_QUOTA_RPC,
} from '#libs/contracts';
import { LivePublisher, RpcClient } from '#libs/messaging';
import { oneFault } from '../accounts/users/account-faults.js';
import { Assets } from '../assets/assets.service.js';
import { Invitations } from '../accounts/invitations/invitations.service.js';
import { Members } from '../accounts/members.service.js';
import { Organization } from '../auth/organization.entity.js';
import {
  type CreatedOrganization,
  type CreateOrganizationBody,
  type GrantCreditsBody,
  type ListOrganizationsQuery,
  MAX_SHOWN_MEMBERS,
  type OperatorOrganization,
  type OrganizationDetails,
} from './all-organizations-requests.js';
import { createOrganization } from './organizations.js';

const MATCHES = `(?::text IS NULL OR name ILIKE ? OR id::text = lower(?))`;

/** All organizations of the installation, as its operators manage them. */
@Injectable()
export class AllOrganizations {
  constructor(
    private readonly em: EntityManager,
    private readonly rpc: RpcClient,
    private readonly live: LivePublisher,
    private readonly invitations: Invitations,
    private readonly assets: Assets,
    private readonly members: Members,
  ) {}

  /** Newest first. */
  async list({ limit = 20, offset = 0, search }: ListOrganizationsQuery): Promise<Page<OperatorOrganization>> {
    const em = this.em.fork();
    const filter = [search ?? null, `%${(search ?? '').replace(/[\\%_]/g, '\\$&')}%`, search ?? null];
    const rows = await em.execute<Row[]>(
      `SELECT id, name, rate_limit, created_at FROM organizations WHERE ${MATCHES}
        ORDER BY created_at DESC, id DESC LIMIT ? OFFSET ?`,
      [...filter, limit, offset],
    );
    const [{ total }] = await em.execute<[{ total: number }]>(
      `SELECT count(*)::int AS total FROM organizations WHERE ${MATCHES}`,
      filter,
    );
    return pageOf(await this.describe(rows), total, { limit, offset });
  }

  /** An organization with what it has. */
  async details(id: string): Promise<OrganizationDetails> {
    const organization = await this.read(id);
    const [templates, assets, keys, members] = await Promise.all([
      this.rpc.call(TEMPLATE_QUOTA_RPC.usage, { org_id: id }),
      this.assets.usage(id),
      this.keysOf(id),
      this.members.first(id, MAX_SHOWN_MEMBERS),
    ]);
    return Object.assign(organization, { keys, templates, assets, members });
  }

  /** @param createdBy the operator */
  async create({ name, owner_email }: CreateOrganizationBody, createdBy: string): Promise<CreatedOrganization> {
    const { id } = await createOrganization(this.em.fork(), name);
    const invitation =
      owner_email === undefined
        ? null
        : await this.invitations.create(id, { email: owner_email, role: 'owner' }, createdBy);
    return Object.assign(await this.read(id), { invitation_url: invitation?.url ?? null });
  }

  async limit(id: string, rateLimit: number | null): Promise<OperatorOrganization> {
    const limited = await this.em.fork().nativeUpdate(Organization, id, { rateLimit });
    if (limited === 0) throw new AppError('RESOURCE_NOT_FOUND');
    this.live.publish(ORGANIZATION_CHANGED, { org_id: id });
    return this.read(id);
  }

  /**
   * Adds credits.
   *
   * @param key makes the request repeatable: it names the grant
   */
  async grant(id: string, { amount, reason }: GrantCreditsBody, key: string | undefined): Promise<Grant> {
    await this.require(id);
    const transfer_id = key === undefined ? randomUUID() : grantId(id, key);
    try {
      const { created_at } = await this.rpc.call(CREDITS_RPC.grant, { org_id: id, transfer_id, amount, reason });
      return { id: transfer_id, amount, reason, created_at };
    } catch (error) {
      if (!(error instanceof AppError && error.code === 'CONFLICT')) throw error;
      throw oneFault(
        'Idempotency-Key',
        'INVALID_VALUE',
        'the Idempotency-Key was already used with another request body',
      );
    }
  }

  async grants(id: string, { limit, offset }: PageRequest): Promise<Page<Grant>> {
    await this.require(id);
    return this.rpc.call(CREDITS_RPC.grants, { org_id: id, limit, offset });
  }

  /** The names of organizations, by id. */
  async namesOf(ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
    const found = await this.em.fork().find(Organization, { id: { $in: [...ids] } });
    return new Map(found.map(({ id, name }) => [id, name]));
  }

  /** The number of keys that work. */
  private async keysOf(id: string): Promise<number> {
    const [{ keys }] = await this.em.fork().execute<[{ keys: number }]>(
      `SELECT count(*)::int AS keys FROM api_keys
        WHERE organization_id = ? AND revoked_at IS NULL AND (expires_at IS NULL OR expires_at > now())`,
      [id],
    );
    return keys;
  }

  private async require(id: string): Promise<Organization> {
    const organization = await this.em.fork().findOne(Organization, id);
    if (!organization) throw new AppError('RESOURCE_NOT_FOUND');
    return organization;
  }

  private async read(id: string): Promise<OperatorOrganization> {
    const { name, rateLimit, createdAt } = await this.require(id);
    const [described] = await this.describe([{ id, name, rate_limit: rateLimit ?? null, created_at: createdAt }]);
    return described!;
  }

  private async describe(rows: readonly Row[]): Promise<OperatorOrganization[]> {
    const org_ids = rows.map(({ id }) => id);
    const [balances, running] = await Promise.all([
      this.rpc.call(CREDITS_RPC.balances, { org_ids }),
      this.rpc.call(OPERATOR_RPC.running, { org_ids }),
    ]);
    const balanceOf = new Map(balances.map(({ org_id, available, held }) => [org_id, { available, held }]));
    const runningOf = new Map(running.map(({ org_id, videos }) => [org_id, videos]));
    return rows.map(({ id, name, rate_limit, created_at }) => ({
      id,
      name,
      rate_limit,
      balance: balanceOf.get(id) ?? { available: 0, held: 0 },
      running_videos: runningOf.get(id) ?? 0,
      created_at: new Date(created_at).toISOString(),
    }));
  }
}

interface Row {
  id: string;
  name: string;
  rate_limit: number | null;
  created_at: string | Date;
}

/** The id of a grant: equal keys of an organization name the same one. A UUID of version 8 (RFC 9562, §5.8). */
function grantId(orgId: string, key: string): string {
  const hex = createHash('sha256').update(`${orgId} ${key}`).digest('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}
