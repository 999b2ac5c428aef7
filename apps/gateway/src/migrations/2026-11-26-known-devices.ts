import { Migration } from '@mikro-orm/migrations';

/** Browsers with which users have signed in. */
export class CreateKnownDevices extends Migration {
  override up(): void {
    this.addSql(`CREATE TABLE known_devices (
      hash bytea CONSTRAINT known_devices_hash_check CHECK (length(hash) = 32),
      user_id uuid NOT NULL REFERENCES users (id) ON DELETE CASCADE,
      used_at timestamptz(3) NOT NULL DEFAULT now(),
      PRIMARY KEY (hash, user_id)
    )`);
    this.addSql('CREATE INDEX known_devices_by_user ON known_devices (user_id, used_at)');
    this.addSql('CREATE INDEX known_devices_by_use ON known_devices (used_at)');
  }

  override down(): void {
    this.addSql('DROP TABLE known_devices');
  }
}
