import { Injectable } from '@nestjs/common';
import { type PreparedStatement, PreparedStatements } from '#libs/database';
import { type Brand, MAX_COMPONENTS, type SharedNow, type SharedVersion } from '#libs/template';
import { DocumentJudge } from './document-judge.js';

/** The use that a document makes of its organization. */
export interface Reuse {
  /** The components to which the document itself refers, as it does: `card`, or `card@2`. */
  readonly uses: string[];
  /** Whether the document, or a component that it uses, refers to the brand. */
  readonly usesBrand: boolean;
  /** The brand and the used components as they are now; null if the organization has neither brand nor components. */
  readonly shared: Required<SharedNow> | null;
}

const NOTHING: Reuse = { uses: [], usesBrand: false, shared: null };

const FIND_BRAND: PreparedStatement = {
  name: 'find-brand-to-reuse',
  text: `
  SELECT (SELECT brand FROM brands WHERE org_id = $1) AS brand,
         EXISTS (SELECT FROM components WHERE org_id = $1) AS "hasComponents"`,
};

/** The version of a component of the organization $1 that a reference names: the newest one without a number. */
const REFERRED = `
  components c ON c.org_id = $1 AND c.name = split_part(reference, '@', 1)
    JOIN component_versions v ON v.component_id = c.id
     AND v.version = coalesce(nullif(split_part(reference, '@', 2), '')::int, c.latest_version)`;

/**
 * The components of the organization $1 that the references $2 name, and those that they use, up to $3. UNION reads each
 * once, also where components use each other.
 */
const FIND_COMPONENTS: PreparedStatement = {
  name: 'find-components-to-reuse',
  text: `
  WITH RECURSIVE wanted (reference) AS (
    SELECT unnest($2::text[])
    UNION
    SELECT unnest(v.uses) FROM wanted JOIN ${REFERRED}
  )
  SELECT reference, v.version, v.contents AS component, v.uses_brand AS "usesBrand"
    FROM (SELECT reference FROM wanted LIMIT $3) AS few JOIN ${REFERRED}`,
};

interface FoundComponent extends SharedVersion {
  reference: string;
  usesBrand: boolean;
}

/** Reads the brand and the components that documents use, as they are now. Nothing is remembered: the next request sees a change. */
@Injectable()
export class CurrentReuse {
  constructor(
    private readonly statements: PreparedStatements,
    private readonly judge: DocumentJudge,
  ) {}

  /** @param document unchecked; what cannot be read uses nothing */
  async of(orgId: string, document: Record<string, unknown>): Promise<Reuse> {
    const [held] = await this.statements.run<{ brand: Brand | null; hasComponents: boolean }>(FIND_BRAND, [orgId]);
    if (!held?.brand && !held?.hasComponents) return NOTHING;
    const { components: uses, usesBrand } = await this.judge.uses(orgId, document);
    const values = [orgId, uses, MAX_COMPONENTS + 1];
    const found = uses.length === 0 ? [] : await this.statements.run<FoundComponent>(FIND_COMPONENTS, values);
    const components = found.map(({ reference, version, component }) => [reference, { version, component }] as const);
    return {
      uses,
      usesBrand: usesBrand || found.some((component) => component.usesBrand),
      shared: { brand: held.brand ?? {}, components: Object.fromEntries(components) },
    };
  }
}

/** Whether a document uses anything of its organization. */
export function usesAny({ uses, usesBrand }: Reuse): boolean {
  return uses.length > 0 || usesBrand;
}
