import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';

const CUSTOMER = fileURLToPath(new URL('customer.mjs', import.meta.url));
const REQUEST = fileURLToPath(new URL('request.mjs', import.meta.url));
const POSSESSIONS = fileURLToPath(new URL('possessions.mjs', import.meta.url));
const LOAD = fileURLToPath(new URL('load.mjs', import.meta.url));

/** Has a caller in the node's network order a video, wait for it and download it. */
export async function renderVideo(node, baseUrl, key) {
  return renderVideos(node, { baseUrl, key, videos: 1 });
}

/**
 * Has a caller order many videos at once, wait for them and download them.
 * @param caller durationS: seconds of each video, in which all frames differ; absent: short ones
 * @returns how long each took and how large it is
 */
export async function renderVideos(node, { baseUrl, key, videos, durationS }) {
  const args = [CUSTOMER, baseUrl, key, String(videos), ...(durationS ? [String(durationS)] : [])];
  return JSON.parse(await node.run(process.execPath, args, { env: node.callersEnv }));
}

/**
 * Has a caller make one request.
 * @throws Error with what was answered, unless it was 2xx
 */
export async function call(node, { baseUrl, key }, method, path, body) {
  const args = [REQUEST, baseUrl, key, method, path, ...(body ? [JSON.stringify(body)] : [])];
  return JSON.parse(await node.run(process.execPath, args, { env: node.callersEnv }));
}

/** All that the organization of a key has: its balance, templates, videos with the checksums of their files, and webhooks. */
export async function possessions(node, { baseUrl, key }) {
  return JSON.parse(await node.run(process.execPath, [POSSESSIONS, baseUrl, key], { env: node.callersEnv }));
}

/**
 * Has a caller order videos and read without pause until `work` has ended.
 * @param caller mayFail: requests may, as they do while something that they need is away
 * @returns how many requests and videos there were, and how many requests failed
 * @throws Error naming every request that failed and every video that was lost
 */
export async function underLoad(
  node,
  { baseUrl, key, videoEveryMs = 5_000, readEveryMs = 250, mayFail = false },
  work,
) {
  const child = node.spawn(
    process.execPath,
    [LOAD, baseUrl, key, String(videoEveryMs), String(readEveryMs)],
    node.callersEnv,
  );
  const output = text(child.stdout);
  const exit = once(child, 'exit');
  try {
    await work();
  } finally {
    child.stdin.end();
  }
  const [code] = await exit;
  if (code !== 0) throw new Error(`the caller ended with ${code}`);
  const { failures, lost, ...counts } = JSON.parse(await output);
  const wrong = mayFail ? lost : [...failures, ...lost];
  if (wrong.length > 0) throw new Error(`${JSON.stringify(counts)}\n${wrong.join('\n')}`);
  return { ...counts, failed: failures.length };
}
