import { unwrap } from '#libs/client';
import { api } from '../../api/client.ts';
import type { Json } from '../document/json-path.ts';

/** A value that a request may change. */
export interface CallerField {
  readonly path: string;
  readonly page: number | null;
  readonly layer: string | null;
  readonly property: string;
  readonly kind: string;
  readonly sample: Json;
  readonly is_set: boolean;
  readonly minimum: number | null;
  readonly maximum: number | null;
  readonly max_length: number | null;
  readonly choices: readonly Json[] | null;
}

const PAGE = 100;

/** All values that a request may change in the newest version. */
export async function readFields(id: string): Promise<readonly CallerField[]> {
  const fields: CallerField[] = [];
  for (;;) {
    const query = { limit: PAGE, offset: fields.length };
    const page = await unwrap(api.GET('/templates/{id}/fields', { params: { path: { id }, query } }));
    fields.push(...(page.data as unknown as CallerField[]));
    if (page.data.length < PAGE) return fields;
  }
}
