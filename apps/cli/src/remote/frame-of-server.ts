import { unwrap } from '#libs/client';
import { asked, type Remote } from './connect.js';
import { withUploads } from './upload-files.js';

/** The picture of a frame, drawn by a server. @throws CliError */
export async function frameOfServer(remote: Remote, asking: object, signal: AbortSignal): Promise<Uint8Array> {
  const body = await withUploads(remote, asking, signal);
  const picture = await asked(() => unwrap(remote.client.POST('/frames', { body, parseAs: 'arrayBuffer', signal })));
  return new Uint8Array(picture);
}
