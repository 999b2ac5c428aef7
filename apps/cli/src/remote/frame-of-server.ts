import { unwrap } from '#libs/client';
import { refusePaths } from '../documents/refuse-paths.js';
import { asked, type Remote } from './connect.js';

/** The picture of a frame, drawn by a server. @throws CliError */
export async function frameOfServer({ client }: Remote, body: object, signal: AbortSignal): Promise<Uint8Array> {
  refusePaths(body);
  const picture = await asked(() => unwrap(client.POST('/frames', { body, parseAs: 'arrayBuffer', signal })));
  return new Uint8Array(picture);
}
