import { unwrap } from '#libs/client';
import { type Json } from '#libs/document';
import { api } from '../../api/client.ts';
import { type CallerValues, changedValues } from './caller-request.ts';

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

/** The values that the request of a video changed; null if the request is not kept. */
export async function readChangedValues(videoId: string): Promise<CallerValues | null> {
  const { request } = await unwrap(api.GET('/videos/{id}/details', { params: { path: { id: videoId } } }));
  return request && changedValues(request);
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
