import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import pg from 'pg';
import { DatabaseConfig } from './database.config.js';
import { clientThatHangsUp, limitedSession, type SessionLimits } from './session-limits.js';

/** Longer than any healthy answer of one statement on the hot path. */
const LIMITS: SessionLimits = { connectMs: 1_500, statementMs: 1_500, answerMs: 1_500 };
const CONNECTIONS = 2;

/** A statement with a name: PostgreSQL parses and plans it once a connection. */
export interface PreparedStatement {
  name: string;
  /** With `$1`, `$2` … for its values. */
  text: string;
}

/**
 * A few connections of their own for a statement that every request runs: prepared once, never behind a long
 * transaction of the ORM's pool, given up within {@link LIMITS}. Commits do not wait for the disk
 * (`synchronous_commit = off`), so only what may be lost in a crash is written here.
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
      Client: clientThatHangsUp(LIMITS.answerMs),
    });
    this.pool.on('error', () => undefined); // an idle connection broke; the next statement opens another
  }

  /** @throws the driver's error, also when there is no answer in time; then the statement may have been carried out */
  async run<Row extends object>({ name, text }: PreparedStatement, values: unknown[]): Promise<Row[]> {
    const { rows } = await this.pool.query<Row>({ name, text, values });
    return rows;
  }

  async onApplicationShutdown(): Promise<void> {
    await this.pool.end();
  }
}
