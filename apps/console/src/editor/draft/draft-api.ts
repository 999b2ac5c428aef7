import { type components, unwrap } from '#libs/client';
import { type JsonObject } from '#libs/document';
import { api } from '../../api/client.ts';
import type { TemplateSchema } from '../schema/template-schema.ts';
import type { Draft } from './draft.ts';

const path = (id: string) => ({ params: { path: { id } } });

export async function readDraft(id: string): Promise<Draft> {
  return (await unwrap(api.GET('/templates/{id}/draft', path(id)))) as Draft;
}

/** Saves the document. A revision that is not the newest is refused with 409. */
export async function saveDraft(
  id: string,
  document: JsonObject,
  { draft: { base_version, revision }, signal }: { draft: Draft; signal: AbortSignal },
): Promise<Draft> {
  const body = { document, base_version, revision };
  return (await unwrap(api.PUT('/templates/{id}/draft', { ...path(id), body, signal }))) as Draft;
}

/** Makes the draft the next version, and returns its number. */
export async function publishDraft(id: string, body: components['schemas']['PublishDraftBody']): Promise<number> {
  const { version } = await unwrap(api.POST('/templates/{id}/publish', { ...path(id), body }));
  return version;
}

export async function readSchema(): Promise<TemplateSchema> {
  const response = await api.fetch(new Request(`${window.location.origin}/v1/template-schema`));
  return (await response.json()) as TemplateSchema;
}

/** The families of fonts that the service has. */
export async function readFonts(): Promise<readonly string[]> {
  const { data } = await unwrap(api.GET('/fonts'));
  return [...new Set(data.map(({ family }) => family))];
}
