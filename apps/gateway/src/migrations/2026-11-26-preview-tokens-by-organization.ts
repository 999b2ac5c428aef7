import { Migration } from '@mikro-orm/migrations';

/** Finds the tokens of an organization, which share a number and a window. */
export class IndexPreviewTokensByOrganization extends Migration {
  override up(): void {
    this.addSql('CREATE INDEX preview_tokens_by_organization ON preview_tokens (organization_id, expires_at)');
  }

  override down(): void {
    this.addSql('DROP INDEX preview_tokens_by_organization');
  }
}
