import { Injectable } from '@nestjs/common';
import { EntityManager, LockMode } from '@mikro-orm/postgresql';
import { AppError, type LimitTemplates, type TemplateUsage } from '#libs/contracts';
import type { Fault } from '#libs/template';
import { VideosConfig } from '../videos.config.js';
import { TemplateUsageRow } from './template-usage.entity.js';

/** How many templates an organization may store, and how many bytes of them. */
@Injectable()
export class TemplateQuotas {
  constructor(
    private readonly em: EntityManager,
    private readonly config: VideosConfig,
  ) {}

  /**
   * Call it at the end of the transaction that stores: the row that counts is locked by then, so of two at once the second
   * sees the first.
   *
   * @throws AppError VALIDATION_ERROR where the organization then has more than it may
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
      const would = `with this version they would be ${bytes}`;
      throw tooLarge(
        `the templates of an organization can have at most ${max_bytes} bytes over all versions; ${would}`,
      );
    }
  }

  /** Gives an organization numbers of its own; null: the configured default, absent: as before. */
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

  private toUsage({ templates, bytes, maxTemplates, maxBytes }: TemplateUsageRow): TemplateUsage {
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
