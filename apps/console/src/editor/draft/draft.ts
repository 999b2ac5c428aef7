import { type JsonObject } from '#libs/document';

/** The brand of an organization and components of it, as a preview takes them. */
export interface SharedByOrganization {
  readonly brand: Readonly<Partial<Record<'colors' | 'fonts' | 'logos' | 'sounds', Record<string, string>>>>;
  readonly components: Readonly<Record<string, { readonly version: number; readonly component: object }>>;
}

/** A fault of a document as the API reports it. */
export interface DraftFault {
  readonly field: string;
  readonly message: string;
}

/** The draft of a template: the document that all people who edit it share. */
export interface Draft {
  readonly document: JsonObject;
  readonly base_version: number;
  readonly latest_version: number;
  readonly revision: number;
  readonly updated_at: string | null;
  readonly saved_by: string | null;
  readonly faults: readonly DraftFault[];
  /** The brand and the components of the organization that the document uses, as they are now. */
  readonly shared: SharedByOrganization | null;
}
