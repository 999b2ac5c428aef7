import { type components, unwrap } from '#libs/client';
import { api } from '../../api/client.ts';
import type { UploadedFile } from './add-file.ts';
import { fontOf, sizeOf } from './read-file.ts';

export type Asset = components['schemas']['Asset'];

/** Time for which the API waits for the body, ms. */
const UPLOAD_MS = 70_000;

/** Uploads the file, and reads the facts that a layer or a font needs. The API judges its kind by the content. */
export async function uploadFile(file: File): Promise<UploadedFile> {
  const name = file.name.slice(0, 200) || 'file';
  const request = new Request(`${window.location.origin}/v1/assets?name=${encodeURIComponent(name)}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/octet-stream' },
    body: file,
  });
  const response = await api.fetch(request, { timeoutMs: UPLOAD_MS });
  const answer = (await response.json().catch(() => undefined)) as unknown;
  const asset = await unwrap(response.ok ? { response, data: answer as Asset } : { response, error: answer });
  return fileOf(asset, file);
}

async function fileOf({ kind, name, url }: Asset, file: File): Promise<UploadedFile> {
  return {
    kind,
    name,
    url,
    size: kind === 'image' || kind === 'video' ? await sizeOf(file, kind) : undefined,
    font: kind === 'font' ? await fontOf(file) : undefined,
  };
}

/** Files that were uploaded before, newest first. */
export async function listFiles(search: string): Promise<readonly Asset[]> {
  const query = { limit: 100, ...(search !== '' && { search }) };
  return (await unwrap(api.GET('/assets', { params: { query } }))).data;
}

/** Pictures are read from the server of this page, which the policy of the page allows. */
export function fileAddress(url: string): string {
  return `/assets/media/${new URL(url).pathname.split('/').slice(-2).join('/')}`;
}
