import { randomUUID } from 'node:crypto';
import { extname } from 'node:path';
import { addAbortSignal, Readable } from 'node:stream';
import { Injectable } from '@nestjs/common';
import { AppError, type Asset, type Creator, type Template, VIDEOS_RPC } from '#libs/contracts';
import { RpcClient } from '#libs/messaging';
import { callerSignal, Logger } from '#libs/runtime';
import { contentTypeOf, ObjectStore } from '#libs/storage';
import { countedBody } from '../assets/counted-body.js';
import { Assets } from '../assets/assets.service.js';
import { textsOf, withTexts } from './document-urls.js';
import { archiveFault, type OpenArchive, openArchive } from './read-archive.js';
import { MAX_ARCHIVE_BYTES, MAX_ARCHIVED_FILES, type TemplateArchive } from './template-archive.js';
import { type StoredFile, writeArchive } from './write-archive.js';

/** Prefix of the keys under which archives are stored while they are read. */
const IMPORTS = 'imports/';
/** Time for all files of an archive, ms: their bytes are read from the store and written to it. */
const UNPACK_TIMEOUT_MS = 30_000;
const ZIP_SIGNATURE = 'PK\x03\x04';

/** Who imports an archive. */
interface Sender {
  org_id: string;
  creator?: Creator;
}

/** Templates as files: the document and the uploaded files that it refers to. */
@Injectable()
export class TemplateArchives {
  constructor(
    private readonly rpc: RpcClient,
    private readonly assets: Assets,
    private readonly store: ObjectStore,
    private readonly log: Logger,
  ) {}

  /**
   * The archive of a version. Files at other addresses than those of uploads are not in it: their URLs remain.
   *
   * @throws AppError RESOURCE_NOT_FOUND; CONFLICT for a template with too many or too large files
   */
  async export(orgId: string, id: string, version: number | undefined): Promise<Readable> {
    const template = await this.rpc.call(VIDEOS_RPC.getTemplate, { org_id: orgId, id, version, pinned: true });
    const document = { ...template.document, name: template.name };
    const keys = textsOf(document, (text) => this.assets.keyOf(orgId, text));
    const stored = new Map(
      (await this.assets.atKeys(orgId, [...keys.values()])).map((file) => [file.storageKey, file]),
    );
    const media: TemplateArchive['media'] = [];
    const files: StoredFile[] = [];
    for (const [url, storageKey] of keys) {
      const found = stored.get(storageKey);
      if (!found) continue; // deleted in the meantime: the video fails, as it would here
      const file = `media/${files.length + 1}${extname(storageKey)}`;
      media.push({ url, file, name: found.name });
      files.push({ file, storageKey, bytes: found.bytes });
    }
    const bytes = files.reduce((sum, each) => sum + each.bytes, 0);
    if (files.length > MAX_ARCHIVED_FILES || bytes > MAX_ARCHIVE_BYTES) throw tooMuch();
    const manifest: TemplateArchive = { archive_version: 1, document, media };
    return writeArchive(this.store, { manifest, files, mtime: new Date(template.updated_at) });
  }

  /**
   * Creates a template of an archive: its files become uploads of the organization, and the document refers to them. If
   * anything is refused, nothing remains.
   *
   * @throws AppError VALIDATION_ERROR that names the entry, the file or the field of the document; BAD_REQUEST for a body that
   * is cut short
   */
  async import(sender: Sender, body: Readable, announced: number | undefined): Promise<Template> {
    if (announced !== undefined && announced > MAX_ARCHIVE_BYTES) throw tooLarge();
    const content = await countedBody(body, Math.min(MAX_ARCHIVE_BYTES, announced ?? MAX_ARCHIVE_BYTES));
    if (!content.head.toString('latin1').startsWith(ZIP_SIGNATURE)) throw archiveFault('must be a zip file');
    const key = `${IMPORTS}${randomUUID()}.zip`;
    try {
      await this.store.put(key, Readable.from(content.pieces()), { contentType: contentTypeOf(key) });
      return await this.unpack(sender, key, content.bytes);
    } finally {
      await this.store.delete(key).catch((error: unknown) => this.log.warn('import.not_removed', { error })); // the sweep will
    }
  }

  /** Unpacks an archive. Ends when its caller is gone, or when it takes too long. */
  private async unpack(sender: Sender, key: string, size: number): Promise<Template> {
    const timeLimit = AbortSignal.timeout(UNPACK_TIMEOUT_MS);
    const until = AbortSignal.any([timeLimit, callerSignal()].filter((signal) => signal !== undefined));
    try {
      return await this.create(sender, await openArchive(this.store, key, size), until);
    } catch (error) {
      throw timeLimit.aborted ? tooSlow(error) : error;
    }
  }

  /** Removes archives that were stored before this time: their import ended with its gateway. */
  async sweep(before: Date): Promise<void> {
    for await (const { key, modifiedAt } of this.store.list(IMPORTS)) {
      if (modifiedAt < before) await this.store.delete(key);
    }
  }

  private async create(sender: Sender, archive: OpenArchive, until: AbortSignal): Promise<Template> {
    const { org_id: orgId } = sender;
    const uploads: Asset[] = [];
    try {
      const urls = new Map<string, string>();
      for (const [index, { url, file, name }] of archive.manifest.media.entries()) {
        until.throwIfAborted();
        const upload = await this.upload(orgId, archive, { file, name, until }).catch((error: unknown) => {
          throw inFile(error, `media[${index}].file`);
        });
        uploads.push(upload);
        urls.set(url, upload.url);
      }
      until.throwIfAborted();
      const document = withTexts(archive.manifest.document, urls);
      return await this.rpc.call(VIDEOS_RPC.createTemplate, { ...sender, document }).catch((error: unknown) => {
        throw inDocument(error);
      });
    } catch (error) {
      await this.discard(orgId, uploads);
      throw error;
    }
  }

  private async upload(
    orgId: string,
    archive: OpenArchive,
    { file, name, until }: { file: string; name: string; until: AbortSignal },
  ): Promise<Asset> {
    const body = addAbortSignal(until, await archive.open(file));
    try {
      return await this.assets.upload({ orgId, name, body, announced: archive.sizeOf(file) });
    } finally {
      body.destroy(); // a file that is refused is not read to its end
    }
  }

  private async discard(orgId: string, uploads: readonly Asset[]): Promise<void> {
    for (const { id } of uploads) {
      await this.assets
        .remove(orgId, id)
        .catch((error: unknown) => this.log.warn('import.upload_not_removed', { org_id: orgId, asset_id: id, error }));
    }
  }
}

/** The fault of a file at its place in the manifest. A stream that ends early means that the archive is damaged. */
function inFile(error: unknown, field: string): unknown {
  if (!(error instanceof AppError)) return archiveFault('must be a valid zip archive', error);
  if (error.code === 'BAD_REQUEST') return archiveFault('must be a valid zip archive', error);
  return withFields(error, () => field);
}

function inDocument(error: unknown): unknown {
  if (!(error instanceof AppError)) return error;
  return withFields(error, (field) => (field === 'body' ? 'document' : `document.${field}`));
}

function withFields(error: AppError, rename: (field: string) => string): AppError {
  if (error.code !== 'VALIDATION_ERROR' || typeof error.details !== 'object') return error;
  const details = error.details.map((fault) => ({ ...fault, field: rename(fault.field) }));
  return new AppError('VALIDATION_ERROR', { details, cause: error });
}

function tooLarge(): AppError {
  return archiveFault(`must have at most ${MAX_ARCHIVE_BYTES} bytes`);
}

function tooSlow(cause: unknown): AppError {
  return archiveFault(`must be unpacked within ${UNPACK_TIMEOUT_MS / 1_000} s`, cause);
}

function tooMuch(): AppError {
  const details = `Its uploaded files are more than ${MAX_ARCHIVED_FILES}, or have more than ${MAX_ARCHIVE_BYTES} bytes`;
  return new AppError('CONFLICT', { message: 'The template cannot be exported', details });
}
