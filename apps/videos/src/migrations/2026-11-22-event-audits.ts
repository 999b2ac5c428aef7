import { Migration } from '@mikro-orm/migrations';

/** How far events have been found taken by those who must take them. */
export class EventAudits extends Migration {
  override up(): void {
    this.addSql(`CREATE TABLE event_audits (consumer text PRIMARY KEY, reached_message_id uuid NOT NULL)`);
  }

  override down(): void {
    this.addSql(`DROP TABLE event_audits`);
  }
}
