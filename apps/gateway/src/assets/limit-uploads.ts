import type { EntityManager } from '@mikro-orm/postgresql';
import { MediaUsage } from './media-file.entity.js';

/** An organization's use of its quota of uploads, and the quota; null: the configured default. */
interface UploadUsage {
  org_id: string;
  files: number;
  bytes: number;
  max_files: number | null;
  max_bytes: number | null;
}

/** Sets the quota of one organization; null: the configured default, absent: unchanged. */
export async function limitUploads(
  em: EntityManager,
  { orgId, maxFiles, maxBytes }: { orgId: string; maxFiles?: number | null; maxBytes?: number | null },
): Promise<UploadUsage> {
  await em.execute('INSERT INTO media_usage (org_id) VALUES (?) ON CONFLICT DO NOTHING', [orgId]);
  const change = { ...(maxFiles !== undefined && { maxFiles }), ...(maxBytes !== undefined && { maxBytes }) };
  if (Object.keys(change).length > 0) await em.nativeUpdate(MediaUsage, { orgId }, change);
  const usage = await em.findOneOrFail(MediaUsage, orgId);
  return {
    org_id: orgId,
    files: usage.files,
    bytes: usage.bytes,
    max_files: usage.maxFiles ?? null,
    max_bytes: usage.maxBytes ?? null,
  };
}
