import { type components, unwrap } from '#libs/client';
import type { Findings } from '../engine/inspect-video.js';
import { asked, type Remote } from './connect.js';
import { withUploads } from './upload-files.js';

/** The findings of a server about a request. @throws CliError */
export async function findingsOfServer(remote: Remote, body: object, signal: AbortSignal): Promise<Findings> {
  const request = (await withUploads(remote, body, signal)) as components['schemas']['ValidateVideoBody'];
  const { errors, warnings } = await asked(() =>
    unwrap(remote.client.POST('/videos/validate', { body: request, signal })),
  );
  return { faults: errors, warnings };
}
