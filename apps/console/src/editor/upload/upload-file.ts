import { uploadAsset } from '../../api/media.ts';
import type { UploadedFile } from './add-file.ts';
import { fontOf, sizeOf } from './read-file.ts';

/** Uploads the file, and reads the facts that a layer or a font needs. */
export async function uploadFile(file: File): Promise<UploadedFile> {
  const { kind, name, url } = await uploadAsset(file);
  return {
    kind,
    name,
    url,
    size: kind === 'image' || kind === 'video' ? await sizeOf(file, kind) : undefined,
    font: kind === 'font' ? await fontOf(file) : undefined,
  };
}
