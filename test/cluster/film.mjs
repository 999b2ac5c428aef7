import { fileURLToPath } from 'node:url';

const CUSTOMER = fileURLToPath(new URL('customer.mjs', import.meta.url));

/** Has a caller in the node's network make a video and download it. */
export async function makeFilm(node, baseUrl, key) {
  return JSON.parse(await node.run(process.execPath, [CUSTOMER, baseUrl, key]));
}
