import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { EntityManager } from '@mikro-orm/postgresql';
import { Logger, Metrics, RepeatedWork } from '#libs/runtime';
import { secretsToReseal } from '../webhooks.metrics.js';
import { EndpointSecrets } from './endpoint-secrets.js';

const INTERVAL_MS = 60_000;
const BATCH = 100;
const BEFORE_ALL = '00000000-0000-0000-0000-000000000000';

/** The tables with sealed secrets, and the column of the endpoint each is sealed for. */
const PLACES = [
  { table: 'endpoints', owner: 'id' },
  { table: 'retired_secrets', owner: 'endpoint_id' },
] as const;
type Place = (typeof PLACES)[number];

/** An SQL condition: sealed with another key than the current one, or without a mark of its key. */
const STALE = `substring(sealed_secret FROM 1 FOR ?) <> ?`;

interface SealedRow {
  id: string;
  owner: string;
  sealed_secret: Buffer;
}

/**
 * Seals every secret with the current key while other keys are configured, so that those can be removed: in every process, in
 * batches that skip locked rows, over all secrets once a minute.
 */
@Injectable()
export class SecretResealer implements OnApplicationBootstrap {
  /** The row after which the next batch begins, so that secrets that cannot be opened do not stop the others. */
  private readonly reached: Record<Place['table'], string> = { endpoints: BEFORE_ALL, retired_secrets: BEFORE_ALL };

  constructor(
    private readonly em: EntityManager,
    private readonly secrets: EndpointSecrets,
    private readonly metrics: Metrics,
    private readonly log: Logger,
    work: RepeatedWork,
  ) {
    const mark = secrets.currentMark;
    if (mark !== null) work.repeat(() => this.round(mark), INTERVAL_MS, 'secrets.round_failed');
  }

  onApplicationBootstrap(): void {
    this.metrics.beforeScrape([secretsToReseal], async () => secretsToReseal.set(await this.countStale()));
  }

  private async round(mark: Buffer): Promise<boolean> {
    const more = [];
    for (const place of PLACES) more.push(await this.resealBatch(place, mark));
    return more.includes(true);
  }

  /** True if there may be more. */
  private async resealBatch({ table, owner }: Place, mark: Buffer): Promise<boolean> {
    const rows = await this.em.fork().transactional(async (tx) => {
      const stale = await tx.execute<SealedRow[]>(
        `SELECT id, ${owner} AS owner, sealed_secret FROM ${table} WHERE id > ? AND ${STALE}
          ORDER BY id LIMIT ${BATCH} FOR NO KEY UPDATE SKIP LOCKED`,
        [this.reached[table], mark.length, mark],
      );
      for (const row of stale) {
        const sealed = this.reseal(row);
        if (sealed) await tx.execute(`UPDATE ${table} SET sealed_secret = ? WHERE id = ?`, [sealed, row.id]);
      }
      return stale;
    });
    this.reached[table] = rows.length === BATCH ? rows.at(-1)!.id : BEFORE_ALL;
    if (rows.length > 0) this.log.info('secrets.resealed', { table, looked_at: rows.length });
    return rows.length === BATCH;
  }

  private reseal({ id, owner, sealed_secret }: SealedRow): Buffer | null {
    try {
      return this.secrets.seal(this.secrets.open(sealed_secret, owner), owner);
    } catch (error) {
      this.log.error('secret.open_failed', { id, webhook_id: owner, error });
      return null;
    }
  }

  private async countStale(): Promise<number> {
    const mark = this.secrets.currentMark;
    if (mark === null) return 0;
    const counts = PLACES.map(({ table }) => `(SELECT count(*) FROM ${table} WHERE ${STALE})`).join(' + ');
    const values = PLACES.flatMap(() => [mark.length, mark]);
    const [row] = await this.em.fork().execute<[{ stale: string }]>(`SELECT ${counts} AS stale`, values);
    return Number(row.stale);
  }
}
