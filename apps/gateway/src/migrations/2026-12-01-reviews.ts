import { Migration } from '@mikro-orm/migrations';

/** Creates the reviews of videos, and lets the audit log name a reviewer, who is no user. */
export class CreateReviews extends Migration {
  override up(): void {
    // A review begins with the first link or comment of a video, and goes with the video, which another service has.
    this.addSql(`CREATE TABLE reviews (
      video_id uuid PRIMARY KEY,
      organization_id uuid NOT NULL REFERENCES organizations (id),
      checked_at timestamptz(3) NOT NULL DEFAULT now()
    )`);
    this.addSql('CREATE INDEX reviews_by_check ON reviews (checked_at)');
    this.addSql(`CREATE TABLE review_links (
      id uuid PRIMARY KEY,
      video_id uuid NOT NULL REFERENCES reviews (video_id) ON DELETE CASCADE,
      hash bytea NOT NULL UNIQUE CONSTRAINT review_links_hash_check CHECK (length(hash) = 32),
      name text NOT NULL,
      creator_type text NOT NULL CONSTRAINT review_links_creator_type_check CHECK (creator_type IN ('user', 'key')),
      creator_id uuid NOT NULL,
      created_at timestamptz(3) NOT NULL DEFAULT clock_timestamp(),
      expires_at timestamptz(3)
    )`);
    this.addSql('CREATE INDEX review_links_by_video ON review_links (video_id, created_at)');
    this.addSql(`CREATE TABLE review_comments (
      id uuid PRIMARY KEY,
      video_id uuid NOT NULL REFERENCES reviews (video_id) ON DELETE CASCADE,
      link_id uuid REFERENCES review_links (id) ON DELETE SET NULL,
      reply_to uuid REFERENCES review_comments (id) ON DELETE CASCADE,
      author_type text NOT NULL
        CONSTRAINT review_comments_author_type_check CHECK (author_type IN ('user', 'key', 'reviewer')),
      author_name text,
      text text NOT NULL,
      at_ms int,
      x real,
      y real,
      decision text
        CONSTRAINT review_comments_decision_check CHECK (decision IN ('approved', 'changes_requested')),
      created_at timestamptz(3) NOT NULL DEFAULT clock_timestamp(),
      resolved_at timestamptz(3)
    )`);
    this.addSql('CREATE INDEX review_comments_by_video ON review_comments (video_id, created_at)');
    this.addSql('CREATE INDEX review_comments_by_link ON review_comments (link_id, created_at)');
    this.addSql('CREATE INDEX review_comments_by_reply ON review_comments (reply_to)');
    this.allowActors(`'user', 'key', 'operator', 'command', 'reviewer'`);
  }

  override down(): void {
    this.addSql('DROP TABLE review_comments, review_links, reviews');
    this.addSql(`DELETE FROM audit_entries WHERE actor_type = 'reviewer'`);
    this.allowActors(`'user', 'key', 'operator', 'command'`);
  }

  private allowActors(types: string): void {
    this.addSql('ALTER TABLE audit_entries DROP CONSTRAINT audit_entries_actor_type_check');
    // Entries that are there have been checked, so the table need not be read while it is locked.
    this.addSql(`ALTER TABLE audit_entries
      ADD CONSTRAINT audit_entries_actor_type_check CHECK (actor_type IN (${types})) NOT VALID`);
  }
}
