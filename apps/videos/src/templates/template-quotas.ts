import { Injectable } from '@nestjs/common';
import { EntityManager, LockMode } from '@mikro-orm/postgresql';
import { AppError, type LimitTemplates, type TemplateUsage } from '#libs/contracts';
import type { Fault } from '#libs/template';
import { VideosConfig } from '../videos.config.js';
import { TemplateUsageRow } from './template-usage.entity.js';

type StoredUsage = Pick<TemplateUsageRow, 'templates' | 'bytes' | 'maxTemplates' | 'maxBytes'>;
/** Usage of an organization that has not stored a template yet. */
const NOTHING_STORED: StoredUsage = { templates: 0, bytes: 0, maxTemplates: null, maxBytes: null };

/** Limits the number of an organization's templates and their bytes. */
@Injectable()
export class TemplateQuotas {
  constructor(
    private readonly em: EntityManager,
    private readonly config: VideosConfig,
  ) {}

  /**
   * Call it at the end of the transaction that stores a document: the row of the counters is locked by then, so the second of
   * two transactions sees the first.
   *
   * @throws AppError VALIDATION_ERROR if the organization then exceeds its quota
   */
  async refuseExcess(tx: EntityManager, orgId: string): Promise<void> {
    await tx.flush();
    const usage = await tx.findOneOrFail(TemplateUsageRow, orgId, {
      lockMode: LockMode.PESSIMISTIC_WRITE,
      refresh: true,
    });
    const { templates, bytes, max_templates, max_bytes } = this.toUsage(usage);
    if (templates > max_templates) throw tooLarge(`an organization can have at most ${max_templates} templates`);
    if (bytes > max_bytes) {
      const total = `with this version the total is ${bytes}`;
      throw tooLarge(`an organization's templates can have at most ${max_bytes} bytes over all versions; ${total}`);
    }
  }

  async usage(orgId: string): Promise<TemplateUsage> {
    const row = await this.em.fork().findOne(TemplateUsageRow, orgId);
    return this.toUsage(row ?? NOTHING_STORED);
  }

  /** Sets the quota of one organization; null: the configured default, absent: unchanged. */
  async limit({ org_id: orgId, max_templates, max_bytes }: LimitTemplates): Promise<TemplateUsage> {
    const em = this.em.fork();
    await em.execute(`INSERT INTO template_usage (org_id) VALUES (?) ON CONFLICT DO NOTHING`, [orgId]);
    const change = {
      ...(max_templates !== undefined && { maxTemplates: max_templates }),
      ...(max_bytes !== undefined && { maxBytes: max_bytes }),
    };
    if (Object.keys(change).length > 0) await em.nativeUpdate(TemplateUsageRow, { orgId }, change);
    return this.toUsage(await em.findOneOrFail(TemplateUsageRow, orgId));
  }

  private toUsage({ templates, bytes, maxTemplates, maxBytes }: StoredUsage): TemplateUsage {
    return {
      templates,
      bytes,
      max_templates: maxTemplates ?? this.config.maxTemplates,
      max_bytes: maxBytes ?? this.config.maxTemplateBytes,
    };
  }
}

function tooLarge(message: string): AppError {
  const fault: Fault = { field: 'body', code: 'VALUE_TOO_LARGE', message, value: null };
  return new AppError('VALIDATION_ERROR', { details: [fault] });
}
