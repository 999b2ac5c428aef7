import { Injectable } from '@nestjs/common';
import { EntityManager, LockMode } from '@mikro-orm/postgresql';
import { AppError, type GetBrand, type OrganizationBrand, type SaveBrand } from '#libs/contracts';
import type { Brand } from '#libs/template';
import { DocumentJudge } from '../documents/document-judge.js';
import { BrandRow } from './brand.entity.js';

/** Drafts of an organization, and newest versions of its templates, that refer to the brand. */
const COUNT_USERS = `
  SELECT count(*) FILTER (WHERE v.uses_brand)::int AS templates, count(*) FILTER (WHERE d.uses_brand)::int AS drafts
    FROM templates t JOIN template_versions v ON v.template_id = t.id AND v.version = t.latest_version
    LEFT JOIN template_drafts d ON d.template_id = t.id
   WHERE t.org_id = ?`;

/** The brands of organizations. A change of one changes no other row: drafts read it when they are shown. */
@Injectable()
export class Brands {
  constructor(
    private readonly em: EntityManager,
    private readonly judge: DocumentJudge,
  ) {}

  async get({ org_id: orgId }: GetBrand): Promise<OrganizationBrand> {
    const em = this.em.fork();
    return this.toBrand(em, orgId, await em.findOne(BrandRow, orgId));
  }

  /** @throws AppError VALIDATION_ERROR with every fault; CONFLICT if the brand has changed since `revision` */
  async save({ org_id: orgId, body }: SaveBrand): Promise<OrganizationBrand> {
    const { revision, ...brand } = await this.judge.brand(orgId, body);
    return this.em.fork().transactional(async (tx) => {
      // The row is inserted first, so that the first two saves do not both find none.
      await tx.execute(
        `INSERT INTO brands (org_id, brand, revision, updated_at) VALUES (?, '{}', 0, now()) ON CONFLICT DO NOTHING`,
        [orgId],
      );
      const row = await tx.findOneOrFail(BrandRow, orgId, { lockMode: LockMode.PESSIMISTIC_WRITE });
      if (row.revision !== revision) throw outdated(row);
      tx.assign(row, { brand, revision: revision + 1, updatedAt: new Date() });
      await tx.flush();
      return this.toBrand(tx, orgId, row);
    });
  }

  private async toBrand(em: EntityManager, orgId: string, row: BrandRow | null): Promise<OrganizationBrand> {
    const [users] = await em.execute<{ templates: number; drafts: number }[]>(COUNT_USERS, [orgId]);
    const { templates, drafts } = users!;
    const updated_at = row?.updatedAt.toISOString() ?? null;
    const brand: Brand = row?.brand ?? {};
    return { ...brand, revision: row?.revision ?? 0, updated_at, templates, drafts };
  }
}

function outdated({ revision }: BrandRow): AppError {
  return new AppError('CONFLICT', {
    message: 'The brand has changed since it was read',
    details: `Newest revision: ${revision}`,
  });
}
