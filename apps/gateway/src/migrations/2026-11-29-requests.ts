import { Migration } from '@mikro-orm/migrations';

/** Creates the log of requests: for each organization a fixed number of slots, which are used in turn. */
export class CreateRequests extends Migration {
  override up(): void {
    this.addSql('CREATE TABLE request_slots (organization_id uuid PRIMARY KEY, used bigint NOT NULL)');
    this.addSql(`CREATE TABLE requests (
      organization_id uuid NOT NULL,
      slot int NOT NULL,
      request_id text NOT NULL,
      method text NOT NULL,
      route text,
      path text,
      status int NOT NULL,
      error_code text,
      duration_ms int NOT NULL,
      caller_type text NOT NULL
        CONSTRAINT requests_caller_type_check CHECK (caller_type IN ('key', 'user', 'preview')),
      caller_id uuid NOT NULL,
      created_at timestamptz(3) NOT NULL,
      PRIMARY KEY (organization_id, slot)
    )`);
    this.addSql('CREATE INDEX requests_by_time ON requests (organization_id, created_at, slot)');
    this.addSql('CREATE INDEX requests_by_age ON requests (created_at)');
  }

  override down(): void {
    this.addSql('DROP TABLE requests, request_slots');
  }
}
