import { Injectable } from '@nestjs/common';
import { MikroORM } from '@mikro-orm/core';
import type { PostgreSqlConnection } from '@mikro-orm/postgresql';
import pg from 'pg';
import { statementName } from './statement-name.js';
import type { PreparedStatement } from './statement-pool.js';

/**
 * Runs the few statements that callers wait for on the ORM's connections, prepared once per connection. The ORM writes
 * values into each statement, so PostgreSQL parses and plans it every time, which takes three times as long. A
 * statement names the columns it returns: one with `*` would fail once a migration adds a column.
 */
@Injectable()
export class PreparedStatements {
  constructor(private readonly orm: MikroORM) {}

  /**
   * Runs the statement in its own transaction. Values and columns have the driver's types: Date for a timestamp, text
   * for a bigint.
   *
   * @throws the driver's error, its `code` a SQLSTATE
   */
  async run<Row extends object>({ name, text }: PreparedStatement, values: unknown[]): Promise<Row[]> {
    const connection = this.orm.driver.getConnection() as PostgreSqlConnection;
    const pool = await connection.getNativeClient();
    // Not the pool's `query`: it would run in the async context of the connection's last holder, perhaps {@link patiently}.
    const client = await pool.connect();
    try {
      const { rows } = await client.query<Row>({ name: statementName(name), text, values, types: pg.types });
      return rows;
    } finally {
      client.release();
    }
  }
}
