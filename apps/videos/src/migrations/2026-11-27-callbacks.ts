import { Migration } from '@mikro-orm/migrations';

/**
 * Adds the addresses that requests for videos and batches name, and the metadata of batches. A trigger orders the callbacks
 * of events that replicas of the version before publish during an update: they do not know the addresses, so their events
 * lack `webhook_url`. A later release drops it.
 */
export class AddCallbacks extends Migration {
  override up(): void {
    this.addSql('ALTER TABLE videos ADD COLUMN callback json');
    this.addSql('ALTER TABLE batches ADD COLUMN metadata text, ADD COLUMN webhook_url text');
    this.addSql(`CREATE FUNCTION order_callback() RETURNS trigger LANGUAGE plpgsql AS $$
      DECLARE
        subject text := CASE WHEN NEW.payload ? 'batch' THEN 'batch' ELSE 'video' END;
        subject_id uuid := NEW.payload -> subject ->> 'id';
        address text;
      BEGIN
        IF subject = 'batch' THEN
          SELECT webhook_url INTO address FROM batches WHERE id = subject_id;
        ELSE
          SELECT callback ->> 'url' INTO address FROM videos
            WHERE id = subject_id AND (callback -> 'events')::jsonb ? (NEW.payload ->> 'type');
        END IF;
        IF address IS NOT NULL THEN
          INSERT INTO outbox (id, stream, subject, order_key, payload, trace_headers)
          VALUES ((left(NEW.id::text, 24) || left(md5(NEW.id::text), 12))::uuid, NEW.stream, 'video.callback.' || subject,
                  NEW.order_key, NEW.payload || jsonb_build_object('url', address), NEW.trace_headers);
        END IF;
        RETURN NULL;
      END $$`);
    this.addSql(`CREATE TRIGGER outbox_order_callback AFTER INSERT ON outbox FOR EACH ROW
      WHEN (NEW.subject IN ('video.started', 'video.finished', 'video.failed', 'video.batch.finished')
            AND NOT coalesce(NEW.payload -> 'video', NEW.payload -> 'batch') ? 'webhook_url')
      EXECUTE FUNCTION order_callback()`);
  }

  override down(): void {
    this.addSql('DROP TRIGGER outbox_order_callback ON outbox');
    this.addSql('DROP FUNCTION order_callback');
    this.addSql('ALTER TABLE batches DROP COLUMN metadata, DROP COLUMN webhook_url');
    this.addSql('ALTER TABLE videos DROP COLUMN callback');
  }
}
