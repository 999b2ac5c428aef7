import type { Batch } from '#libs/contracts';

/** A sample Batch that has finished: complete and consistent, with addresses that serve nothing. */
export function sampleBatch(id: string, now: Date): Batch {
  return {
    id,
    status: 'FINISHED',
    self: `https://example.com/v1/batches/${id}`,
    name: 'Sample',
    metadata: null,
    webhook_url: null,
    template_id: '00000000-0000-4000-8000-000000000000',
    template_version: 1,
    format: 'mp4',
    test: false,
    retry_of: null,
    videos: { total: 2, processing: 0, completed: 1, failed: 1, canceled: 0 },
    credits: { total: 20, held: 0, captured: 10, released: 10 },
    progress: 100,
    created_at: new Date(now.getTime() - 20_000).toISOString(),
    canceled_at: null,
    finished_at: now.toISOString(),
  };
}
