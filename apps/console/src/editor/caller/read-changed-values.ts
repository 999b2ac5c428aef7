import { unwrap } from '#libs/client';
import { api } from '../../api/client.ts';
import { type CallerValues, changedValues } from '../../api/caller-request.ts';

/** The values that the request of a video changed; null if the request is not kept. */
export async function readChangedValues(videoId: string): Promise<CallerValues | null> {
  const { request } = await unwrap(api.GET('/videos/{id}/details', { params: { path: { id: videoId } } }));
  return request && changedValues(request);
}
