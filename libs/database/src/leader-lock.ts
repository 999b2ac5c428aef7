import pg from 'pg';

/**
 * A PostgreSQL session lock on a connection of its own: of all replicas that ask, one leads, until its process or its
 * connection ends. A leader cut off from the database may believe in itself a little longer than the database does, so
 * work done under the lock must be safe to repeat.
 */
export class LeaderLock {
  private client?: pg.Client;

  constructor(
    private readonly databaseUrl: string,
    private readonly name: string,
  ) {}

  /** True while this process leads; tries to become leader when nobody does. */
  async isHeld(): Promise<boolean> {
    if (this.client) return true;
    const client = new pg.Client({ connectionString: this.databaseUrl, keepAlive: true, application_name: this.name });
    client.on('error', () => this.forget(client));
    client.on('end', () => this.forget(client));
    await client.connect();
    const { rows } = await client.query<{ locked: boolean }>(
      `SELECT pg_try_advisory_lock(hashtextextended(current_schema() || '.' || $1, 0)) AS locked`,
      [this.name],
    );
    if (rows[0]?.locked !== true) {
      await client.end();
      return false;
    }
    this.client = client;
    return true;
  }

  /** Gives the lock back, if held. */
  async release(): Promise<void> {
    const client = this.client;
    this.client = undefined;
    await client?.end();
  }

  private forget(client: pg.Client): void {
    if (this.client === client) this.client = undefined;
  }
}
