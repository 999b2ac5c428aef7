import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { type PreparedStatement, StatementPool } from '#libs/database';
import { RepeatedWork } from '#libs/runtime';

const WRITE_EVERY_MS = 1_000;
const MAX_REMEMBERED = 20_000;

const NOTE_USE: PreparedStatement = {
  name: 'note-use',
  text: `UPDATE api_keys SET last_used_at = to_timestamp(minute_s)
           FROM unnest($1::uuid[], $2::float8[]) AS used (key_id, minute_s)
          WHERE id = key_id AND (last_used_at IS NULL OR last_used_at < to_timestamp(minute_s))`,
};

/** Records when keys were last used, to the minute. Uses are collected and written once a second, off the request path. */
@Injectable()
export class KeyUse implements OnApplicationShutdown {
  /** Minutes (Unix seconds) by key. */
  private unwritten = new Map<string, number>();
  private readonly written = new Map<string, number>();

  constructor(
    private readonly statements: StatementPool,
    work: RepeatedWork,
  ) {
    work.repeat(() => this.write(), WRITE_EVERY_MS, 'key_use.write_failed');
  }

  /** @param minuteS Unix seconds at which the minute of the use began */
  note(keyId: string, minuteS: number): void {
    if ((this.written.get(keyId) ?? 0) < minuteS) this.unwritten.set(keyId, minuteS);
  }

  async onApplicationShutdown(): Promise<void> {
    await this.write().catch(() => undefined); // the database may be closed already; only the last minute is lost
  }

  private async write(): Promise<void> {
    if (this.unwritten.size === 0) return;
    const uses = this.unwritten;
    this.unwritten = new Map();
    await this.statements.run(NOTE_USE, [[...uses.keys()], [...uses.values()]]);
    if (this.written.size > MAX_REMEMBERED) this.written.clear();
    for (const [keyId, minuteS] of uses) this.written.set(keyId, minuteS);
  }
}
