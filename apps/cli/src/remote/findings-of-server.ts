import { type components, unwrap } from '#libs/client';
import type { Findings } from '../engine/inspect-video.js';
import { asked, type Remote } from './connect.js';

/** The findings of a server about a request. @throws CliError */
export async function findingsOfServer({ client }: Remote, body: object, signal: AbortSignal): Promise<Findings> {
  const request = body as components['schemas']['ValidateVideoBody'];
  const { errors, warnings } = await asked(() => unwrap(client.POST('/videos/validate', { body: request, signal })));
  return { faults: errors, warnings };
}
