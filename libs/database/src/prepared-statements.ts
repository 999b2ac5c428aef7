import { Injectable } from '@nestjs/common';
import { MikroORM } from '@mikro-orm/core';
import type { PostgreSqlConnection } from '@mikro-orm/postgresql';
import pg from 'pg';
import type { PreparedStatement } from './statement-pool.js';

/**
 * The few statements that a caller waits for, on the ORM's own connections: prepared once a connection, where the ORM
 * writes out each one's values and has it parsed and planned anew, which takes PostgreSQL three times as long. A statement
 * names the columns it returns: one with `*` would fail once a migration adds another.
 */
@Injectable()
export class PreparedStatements {
  constructor(private readonly orm: MikroORM) {}

  /**
   * A transaction of its own. Values and columns are of the driver's types: Date for a timestamp, text for a bigint.
   *
   * @throws the driver's error, its `code` a SQLSTATE
   */
  async run<Row extends object>({ name, text }: PreparedStatement, values: unknown[]): Promise<Row[]> {
    const connection = this.orm.driver.getConnection() as PostgreSqlConnection;
    const pool = await connection.getNativeClient();
    // Not the pool's own `query`: it asks within the waiting of whoever gave the connection back, {@link patiently} perhaps.
    const client = await pool.connect();
    try {
      const { rows } = await client.query<Row>({ name, text, values, types: pg.types });
      return rows;
    } finally {
      client.release();
    }
  }
}
