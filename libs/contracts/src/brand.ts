import { IsISO8601, IsObject, IsUUID } from 'class-validator';
import { Brand, OrNull } from '#libs/template';
import { HasMaxJson } from './has-max-json.js';
import { IsIntegerFrom } from './is-integer-from.js';
import { IsIntegerIn } from './is-integer-in.js';
import { rpc } from './message.js';

/** Bytes of the body of `PUT /brand`. */
export const MAX_BRAND_BYTES = 32_768;

/** The brand to store in place of the present one. */
export class SaveBrandBody extends Brand {
  /** The `revision` that was read last. A brand that has changed since is not overwritten: the response is 409. */
  @IsIntegerIn(0)
  revision: number;
}

/** The brand of an organization: named values that its templates and components refer to. */
export class OrganizationBrand extends Brand {
  /** Increases whenever the brand is saved; 0 before. */
  @IsIntegerFrom(0)
  revision: number;

  /** When it was saved last; null before. */
  @OrNull()
  @IsISO8601()
  updated_at: string | null;

  /** Number of drafts that refer to it. They show the brand as it is now. */
  @IsIntegerFrom(0)
  drafts: number;

  /** Number of templates whose newest version refers to it. They keep the brand as it was when they were published. */
  @IsIntegerFrom(0)
  templates: number;
}

export class GetBrand {
  @IsUUID()
  org_id: string;
}

export class SaveBrand extends GetBrand {
  /** The request body as sent, unchecked. */
  @IsObject()
  @HasMaxJson(MAX_BRAND_BYTES * 5)
  body: Record<string, unknown>;
}

/** Requests about the brand of an organization. */
export const BRAND_RPC = {
  get: rpc<GetBrand, OrganizationBrand>('rpc.brand.get', GetBrand, { budget: 'requests' }),
  save: rpc<SaveBrand, OrganizationBrand>('rpc.brand.save', SaveBrand, { budget: 'documents' }),
} as const;
