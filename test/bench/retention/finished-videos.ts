import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import pg from 'pg';

/** Number of videos of 1,000 organizations; the first of every thousand belongs to the one that asks. */
export const VIDEOS = 1_000_000;
/** Ranges of the videos, by number, in which each kind of sweep finds its work. */
const OLD = { from: 0, to: 500_000 };
const PUBLISHED = { from: 500_000, to: 900_000 };
const DRAWN = { from: 900_000, to: VIDEOS };
/** Characters of a document that is kept: a template with a dozen layers. */
const DOCUMENT_LENGTH = 4_000;

const ID = `md5(n::text)::uuid`;
const FILE = 'AbCdEfGhIjKlMnOpQrStUv';

/** The tables of the videos service, full of finished videos; any number of them can be made due. */
export class FinishedVideos {
  private made = 0;
  private readonly client: pg.Client;
  private readonly storageUrl: string;

  /** @param storageUrl of the disk */
  constructor(databaseUrl: string, storageUrl: string) {
    this.storageUrl = storageUrl;
    this.client = new pg.Client({ connectionString: databaseUrl });
  }

  /** Inserts a million videos of the last weeks. None is due; a tenth still has its step and its document. */
  async fill(orgId: string): Promise<void> {
    await this.client.connect();
    const columns = `id, org_id, status, template_id, template_version, format, fps, width, height, frame_count, duration_s,
      credits, document, public_key, progress, file_size, created_at, updated_at, accepted_at, started_at, finished_at,
      swept_at, expires_at, files_removed_at, shown_version`;
    await this.client.query(
      `INSERT INTO videos (${columns})
       SELECT ${ID}, CASE WHEN n % 1000 = 0 THEN $1::uuid ELSE md5('org ' || n % 1000)::uuid END, 'COMPLETED',
              md5('template ' || n % 5000)::uuid, 1, 'mp4', 24, 1280, 720, 240, 10, 10,
              CASE WHEN n >= ${DRAWN.from} THEN json_build_object('name', repeat(md5(n::text), ${DOCUMENT_LENGTH / 32})) END,
              'videos/' || ${ID} || '/${FILE}.mp4', 100, 2000000, at, at, at, at, at,
              CASE WHEN n < ${DRAWN.from} THEN at END, at + interval '60 days',
              CASE WHEN n < ${PUBLISHED.from} THEN at END, 5
         FROM (SELECT n, now() - interval '20 hours' * (n::float8 / ${VIDEOS}) AS at
                 FROM generate_series(0, ${VIDEOS - 1}) AS n) AS made`,
      [orgId],
    );
    await this.client.query(
      `INSERT INTO segments (video_id, segment, org_id, from_frame, to_frame, state, queued_at)
       SELECT ${ID}, 0, $1, 0, 240, 'DONE', now() FROM generate_series(${DRAWN.from}, ${DRAWN.to - 1}) AS n`,
      [orgId],
    );
    await this.client.query('VACUUM (ANALYZE) videos');
    await this.client.query('VACUUM (ANALYZE) segments');
  }

  /** Makes `count` due for every kind of sweep: rows, files, work with documents and steps, keys. */
  async makeDue(count: number): Promise<void> {
    const first = this.made;
    this.made += count;
    const numbers = (range: { from: number }) => [range.from + first, range.from + first + count - 1];
    const due = (change: string, range: { from: number }) =>
      this.client.query(
        `UPDATE videos SET ${change} WHERE id IN (SELECT ${ID} FROM generate_series($1::int, $2::int) AS n)`,
        numbers(range),
      );
    await this.writeFiles(PUBLISHED.from + first, count);
    await due(`finished_at = now() - interval '91 days'`, OLD);
    await due(`expires_at = now()`, PUBLISHED);
    await due(`finished_at = now() - interval '25 hours'`, DRAWN);
    await this.client.query(
      `INSERT INTO idempotency_keys (org_id, key, body_sha256, video_id, created_at)
       SELECT md5('org')::uuid, n::text, '', ${ID}, now() - interval '25 hours'
         FROM generate_series($1::int, $2::int) AS n`,
      numbers(OLD),
    );
  }

  /** Due rows that have not been swept, by kind. */
  async left(): Promise<Record<string, number>> {
    const { rows } = await this.client.query<Record<string, number>>(
      `SELECT (SELECT count(*) FROM videos WHERE finished_at < now() - interval '90 days'
                                            AND swept_at IS NOT NULL AND (file_size IS NULL OR files_removed_at IS NOT NULL))::int AS videos,
              (SELECT count(*) FROM videos WHERE expires_at <= now() AND files_removed_at IS NULL)::int AS files,
              (SELECT count(*) FROM videos WHERE finished_at < now() - interval '24 hours' AND swept_at IS NULL)::int AS work,
              (SELECT count(*) FROM videos WHERE finished_at < now() - interval '24 hours'
                                            AND document IS NOT NULL)::int AS documents,
              (SELECT count(*) FROM idempotency_keys WHERE created_at < now() - interval '24 hours')::int AS keys`,
    );
    return rows[0]!;
  }

  async close(): Promise<void> {
    await this.client.end();
  }

  /** A file and a still for each. */
  private async writeFiles(from: number, count: number): Promise<void> {
    const { rows } = await this.client.query<{ id: string }>(
      `SELECT ${ID} AS id FROM generate_series($1::int, $2::int) AS n`,
      [from, from + count - 1],
    );
    const folder = join(fileURLToPath(this.storageUrl), 'objects/videos');
    for (const { id } of rows) {
      for (const name of [`${FILE}.mp4`, `${FILE}.jpg`]) {
        await mkdir(dirname(join(folder, id, name)), { recursive: true });
        await writeFile(join(folder, id, name), 'x');
      }
    }
  }
}
