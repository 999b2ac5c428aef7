import { type JsonObject } from '#libs/document';

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
}
