import { randomBytes, randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { Injectable } from '@nestjs/common';
import { EntityManager, LockMode } from '@mikro-orm/postgresql';
import { AppError, type Asset, type AssetUsage, fileTypeOf, type Page, pageOf } from '#libs/contracts';
import { Logger } from '#libs/runtime';
import { toBase62 } from '#libs/signing';
import { contentTypeOf, ObjectStore } from '#libs/storage';
import { GatewayConfig } from '../gateway.config.js';
import { mediaUploads } from '../gateway.metrics.js';
import { type CountedBody, countedBody } from './counted-body.js';
import { MediaFile, MediaUsage } from './media-file.entity.js';

/** A file to store. */
interface Upload {
  orgId: string;
  name: string;
  body: Readable;
  /** Bytes, as the request announces them; undefined if it does not. */
  announced: number | undefined;
}

/** Files of an organization to list. */
export interface AssetSearch {
  limit?: number;
  offset?: number;
  /** Part of the name; case does not matter. */
  name?: string | undefined;
}

/** Stores uploaded files within each organization's quota. */
@Injectable()
export class Assets {
  constructor(
    private readonly em: EntityManager,
    private readonly store: ObjectStore,
    private readonly config: GatewayConfig,
    private readonly log: Logger,
  ) {}

  /**
   * Streams a file to storage. It counts to the quota before its bytes are read.
   *
   * @throws AppError VALIDATION_ERROR for a file that renderers do not accept, is empty or too large, and beyond the quota;
   * BAD_REQUEST for a body that is cut short
   */
  async upload({ orgId, name, body, announced }: Upload): Promise<Asset> {
    const most = this.config.mediaMaxFileBytes;
    if (announced !== undefined && announced > most)
      throw refusal('VALUE_TOO_LARGE', `must have at most ${most} bytes`);
    const content = await countedBody(body, Math.min(most, announced ?? most));
    const type = fileTypeOf(content.head);
    if (!type) throw refusal('INVALID_FORMAT', content.head.length === 0 ? 'must not be empty' : NOT_MEDIA);
    const file = await this.reserve({
      ...{ id: randomUUID(), orgId, name, kind: type.kind, createdAt: new Date(), storedAt: null },
      storageKey: `media/${orgId}/${toBase62(randomBytes(24), 22)}.${type.extension}`,
      bytes: announced ?? most,
    });
    try {
      const stored = await this.write(file, content);
      mediaUploads.inc({ outcome: 'stored' });
      return this.toAsset(stored);
    } catch (error) {
      mediaUploads.inc({ outcome: 'failed' });
      await this.drop(file).catch((failure: unknown) => this.log.warn('media.not_removed', { error: failure })); // the sweep will
      throw error;
    }
  }

  /** The organization's uploads, and its quota. */
  async usage(orgId: string): Promise<AssetUsage> {
    const used = await this.em.fork().findOne(MediaUsage, orgId);
    return {
      files: used?.files ?? 0,
      bytes: used?.bytes ?? 0,
      max_files: used?.maxFiles ?? this.config.mediaMaxFiles,
      max_bytes: used?.maxBytes ?? this.config.mediaMaxBytes,
      max_file_size: this.config.mediaMaxFileBytes,
    };
  }

  /** Newest first. */
  async list(orgId: string, { limit = 20, offset = 0, name }: AssetSearch): Promise<Page<Asset>> {
    const pattern = name && `%${name.replace(/[\\%_]/g, '\\$&')}%`;
    const where = { orgId, storedAt: { $ne: null }, ...(pattern && { name: { $ilike: pattern } }) };
    const options = { limit, offset, orderBy: { createdAt: 'desc', id: 'desc' } } as const;
    const [files, total] = await this.em.fork().findAndCount(MediaFile, where, options);
    return pageOf(
      files.map((file) => this.toAsset(file)),
      total,
      { limit, offset },
    );
  }

  /** @throws AppError RESOURCE_NOT_FOUND for an unknown file and for another organization's */
  async get(orgId: string, id: string): Promise<Asset> {
    return this.toAsset(await this.find(orgId, id));
  }

  /** The storage key of a file at this URL, if it is that of an upload of the organization. */
  keyOf(orgId: string, url: string): string | undefined {
    const prefix = this.urlOf(`media/${orgId}/`);
    return url.startsWith(prefix) ? `media/${orgId}/${url.slice(prefix.length)}` : undefined;
  }

  /** The organization's files with these storage keys; those that do not exist are missing. */
  atKeys(orgId: string, storageKeys: readonly string[]): Promise<MediaFile[]> {
    if (storageKeys.length === 0) return Promise.resolve([]);
    return this.em.fork().find(MediaFile, { orgId, storageKey: { $in: [...storageKeys] }, storedAt: { $ne: null } });
  }

  /** Deletes the file, then its row. @throws AppError as {@link get} */
  async remove(orgId: string, id: string): Promise<void> {
    await this.drop(await this.find(orgId, id));
  }

  /** Deletes a file and its row. Safe to repeat: the row stays until the file is gone. */
  async drop({ id, storageKey }: Pick<MediaFile, 'id' | 'storageKey'>): Promise<void> {
    await this.store.delete(storageKey);
    await this.em.fork().nativeDelete(MediaFile, { id });
  }

  /** Uploads that began before `before` and are not stored, oldest first: their gateway ended. */
  abandoned(before: Date, limit: number): Promise<MediaFile[]> {
    const where = { storedAt: null, createdAt: { $lt: before } };
    return this.em.fork().find(MediaFile, where, { limit, orderBy: { createdAt: 'asc' } });
  }

  private async find(orgId: string, id: string): Promise<MediaFile> {
    const file = await this.em.fork().findOne(MediaFile, { id, orgId, storedAt: { $ne: null } });
    if (!file) throw new AppError('RESOURCE_NOT_FOUND');
    return file;
  }

  /** Inserts the row, whose trigger locks the row of the counters; then checks the quota in the same transaction. */
  private async reserve(values: MediaFileValues): Promise<MediaFile> {
    const { mediaMaxFiles, mediaMaxBytes } = this.config;
    return this.em.fork().transactional(async (tx) => {
      const file = tx.create(MediaFile, values);
      await tx.flush();
      const lock = { lockMode: LockMode.PESSIMISTIC_WRITE, refresh: true } as const;
      const { files, bytes, maxFiles, maxBytes } = await tx.findOneOrFail(MediaUsage, values.orgId, lock);
      const [mostFiles, mostBytes] = [maxFiles ?? mediaMaxFiles, maxBytes ?? mediaMaxBytes];
      if (files > mostFiles) throw refusal('VALUE_TOO_LARGE', `an organization can have at most ${mostFiles} files`);
      if (bytes > mostBytes) {
        throw refusal(
          'VALUE_TOO_LARGE',
          `an organization's files can have at most ${mostBytes} bytes, this would be ${bytes}`,
        );
      }
      return file;
    });
  }

  private async write(file: MediaFile, content: CountedBody): Promise<MediaFile> {
    const { id, storageKey } = file;
    await this.store.put(storageKey, Readable.from(content.pieces()), { contentType: contentTypeOf(storageKey) });
    const change = { bytes: content.bytes, storedAt: new Date() };
    const stored = await this.em.fork().nativeUpdate(MediaFile, { id }, change);
    if (stored === 0) throw new AppError('INTERNAL_SERVER_ERROR', { detail: `the upload ${id} was swept` });
    return Object.assign(file, change);
  }

  private toAsset({ id, name, kind, storageKey, bytes, createdAt }: MediaFile): Asset {
    return {
      id,
      name,
      kind,
      content_type: contentTypeOf(storageKey),
      file_size: bytes,
      url: this.urlOf(storageKey),
      created_at: createdAt.toISOString(),
    };
  }

  private urlOf(storageKey: string): string {
    return `${this.config.publicBaseUrl.replace(/\/v1$/, '')}/assets/${storageKey}`;
  }
}

type MediaFileValues = Pick<
  MediaFile,
  'id' | 'orgId' | 'name' | 'kind' | 'storageKey' | 'bytes' | 'storedAt' | 'createdAt'
>;

const NOT_MEDIA =
  'must be an image (PNG, JPEG, GIF, WebP, AVIF), a video (MP4, QuickTime, WebM), a sound (MP3, AAC, WAV, Ogg, FLAC) or a font (TrueType, OpenType, WOFF, WOFF2)';

function refusal(code: 'VALUE_TOO_LARGE' | 'INVALID_FORMAT', message: string): AppError {
  return new AppError('VALIDATION_ERROR', { details: [{ field: 'body', code, message, value: null }] });
}
