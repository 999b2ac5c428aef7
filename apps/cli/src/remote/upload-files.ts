import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { basename, relative } from 'node:path';
import { unwrap } from '#libs/client';
import { hasExpressions } from '#libs/template';
import { CliError, EXIT } from '../cli-error.js';
import { fileOfAddress } from '../documents/disk-addresses.js';
import { asked, type Remote } from './connect.js';

const UPLOAD_TIMEOUT_MS = 60_000;
const HASH_DIGITS = 16;
const MAX_NAME = 180;

/**
 * A document or a request with URLs of the server in place of files on this machine, which are uploaded unless the server
 * has them.
 *
 * @throws CliError for a file that cannot be read or is refused, and for paths with expressions
 */
export async function withUploads<T>(remote: Remote, value: T, signal: AbortSignal): Promise<T> {
  const text = JSON.stringify(value);
  const files = new Map<string, string>();
  JSON.parse(text, (_name, member: unknown) => {
    const file = typeof member === 'string' ? fileOfAddress(member) : undefined;
    if (file !== undefined) files.set(String(member), file);
  });
  const urls = new Map<unknown, string>();
  for (const [address, file] of files) {
    if (hasExpressions(address)) throw fileError(file, 'is not one file: name URLs where expressions decide');
    const uploading = remote.uploads.get(file) ?? upload(remote, file, signal);
    remote.uploads.set(file, uploading);
    urls.set(address, await uploading);
  }
  return urls.size === 0 ? value : (JSON.parse(text, (_name, member: unknown) => urls.get(member) ?? member) as T);
}

/** The URL of a file, whose name on the server contains a hash of its content. */
async function upload({ client }: Remote, file: string, signal: AbortSignal): Promise<string> {
  const bytes = await readFile(file).catch((cause: unknown) => {
    throw fileError(file, 'cannot be read', cause);
  });
  const hash = createHash('sha256').update(bytes).digest('hex').slice(0, HASH_DIGITS);
  const name = `${hash} ${basename(file).slice(-MAX_NAME)}`;
  const query = { search: name };
  const { data } = await asked(() => unwrap(client.GET('/assets', { params: { query }, signal })));
  const known = data.find((asset) => asset.name === name && asset.file_size === bytes.length);
  if (known) return known.url;
  const stored = await asked(() =>
    unwrap(
      client.POST('/assets', {
        params: { query: { name } },
        headers: { 'Content-Type': 'application/octet-stream' },
        body: bytes as never, // the types of the document have bytes as a string
        bodySerializer: () => bytes,
        timeoutMs: UPLOAD_TIMEOUT_MS,
        signal,
      }),
    ),
  );
  return stored.url;
}

function fileError(file: string, problem: string, cause?: unknown): CliError {
  const short = relative(process.cwd(), file);
  const message = `${short.startsWith('..') ? file : short} ${problem}`;
  return new CliError(message, EXIT.wrongInput, { code: 'FILE', cause });
}
