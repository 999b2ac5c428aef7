import { type ApiClient, FramewrightError, unwrap, type Video, watch } from '#libs/client';
import type { AgentApi, AnyDocument, TemplateDocument } from './agent-api.js';

/** The API of a server through its client. */
export function clientApi(client: ApiClient): AgentApi {
  const at = (id: string) => ({ path: { id } });
  return {
    templates: (query) => unwrap(client.GET('/templates', { params: { query } })),
    template: (id, version) =>
      unwrap(client.GET('/templates/{id}', { params: { ...at(id), query: { ...(version && { version }) } } })),
    fields: (id, query) => unwrap(client.GET('/templates/{id}/fields', { params: { ...at(id), query } })),
    // The server judges the document: one with faults is refused with all of them.
    createTemplate: (document) =>
      unwrap(client.POST('/templates', { body: document as TemplateDocument & AnyDocument })),
    draft: (id, revision) =>
      unwrap(
        client.GET('/templates/{id}/draft', {
          params: { ...at(id), query: { ...(revision !== undefined && { revision }) } },
        }),
      ),
    saveDraft: (id, { document, base_version, revision }) =>
      unwrap(client.PUT('/templates/{id}/draft', { params: at(id), body: { document, base_version, revision } })),
    publishDraft: (id, body) => unwrap(client.POST('/templates/{id}/publish', { params: at(id), body })),
    check: (body) => unwrap(client.POST('/videos/validate', { body })),
    picture: async (body) => {
      const result = await client.POST('/frames', { body, parseAs: 'arrayBuffer' });
      const bytes = new Uint8Array(await unwrap<ArrayBuffer>(result));
      return { bytes, mediaType: result.response.headers.get('content-type') ?? 'image/png' };
    },
    createVideo: (body, key) =>
      unwrap(client.POST('/videos', { body, params: { header: { 'Idempotency-Key': key } } })),
    follow: (id, forMs) => followed(client, id, forMs),
    templateSchema: async () => await unwrap(client.GET('/template-schema')),
    asksBeforeSpending: async () => (await unwrap(client.GET('/keys/own'))).asks_before_spending,
  };
}

async function followed(client: ApiClient, id: string, forMs: number): Promise<Video> {
  let video = await unwrap(client.GET('/videos/{id}', { params: { path: { id } } }));
  if (video.status !== 'PROCESSING') return video;
  try {
    for await (video of watch(client, id, { timeoutMs: forMs }));
  } catch (error) {
    if (!(error instanceof FramewrightError && error.code === 'TIMEOUT')) throw error;
  }
  return video;
}
