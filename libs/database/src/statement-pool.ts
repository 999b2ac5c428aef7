import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import pg from 'pg';
import { DatabaseConfig } from './database.config.js';
import { clientWithTimeout, limitedSession, type SessionLimits } from './session-limits.js';
import { statementName } from './statement-name.js';

/** Limits of a statement: longer than one of a hot path takes on a healthy system. */
const LIMITS: SessionLimits = { connectMs: 1_500, statementMs: 1_500, responseMs: 1_500 };
const CONNECTIONS = 2;

/** A named statement: PostgreSQL parses and plans it once per connection. */
export interface PreparedStatement {
  /** Every text needs a name of its own, of any length. */
  name: string;
  /** SQL with `$1`, `$2` … for its values. */
  text: string;
}

/**
 * A small separate pool for a statement that every request runs: prepared once, never queued behind a long transaction
 * of the ORM's pool, abandoned after {@link LIMITS}. Commits do not wait for the disk (`synchronous_commit = off`), so
 * only data that a crash may lose is written here.
 */
@Injectable()
export class StatementPool implements OnApplicationShutdown {
  private readonly pool: pg.Pool;

  constructor(config: DatabaseConfig) {
    this.pool = new pg.Pool({
      connectionString: config.databaseUrl,
      max: CONNECTIONS,
      application_name: 'hot path',
      ...limitedSession(LIMITS, '-c synchronous_commit=off'),
      Client: clientWithTimeout(LIMITS.responseMs),
    });
    this.pool.on('error', () => undefined); // an idle connection broke; the next statement opens another
  }

  /** @throws the driver's error, also on a timeout; the statement may have been executed then */
  async run<Row extends object>({ name, text }: PreparedStatement, values: unknown[]): Promise<Row[]> {
    const { rows } = await this.pool.query<Row>({ name: statementName(name), text, values });
    return rows;
  }

  async onApplicationShutdown(): Promise<void> {
    await this.pool.end();
  }
}
