import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { VIDEOS_RPC } from '#libs/contracts';
import { RpcClient } from '#libs/messaging';
import { type FixedDocument, passingDocument } from '../openapi/fixed-document.js';

/** Bytes of all documents that are remembered: sixteen of the largest. */
const MAX_BYTES = 16_000_000;
/** Greatest age of the newest version that a page gets, ms. */
const REMEMBERED_MS = 5_000;

/** The template version that a preview token shows. */
interface ShownVersion {
  orgId: string;
  templateId: string;
  /** Null for the newest. */
  version: number | null;
}

/** The templates that pages show, as JSON. One that many pages request is read once in a few seconds. */
@Injectable()
export class ShownTemplates {
  private readonly known: LRUCache<string, FixedDocument, ShownVersion>;

  constructor(rpc: RpcClient) {
    this.known = new LRUCache({
      maxSize: MAX_BYTES,
      sizeCalculation: ({ forms }) => forms.reduce((sum, { bytes }) => sum + bytes.length, 0),
      ttl: REMEMBERED_MS,
      fetchMethod: async (_name, _stale, { context: { orgId: org_id, templateId: id, version } }) => {
        const template = await rpc.call(VIDEOS_RPC.getTemplate, {
          org_id,
          id,
          version: version ?? undefined,
          pinned: true,
        });
        return passingDocument(template);
      },
    });
  }

  /** @throws AppError RESOURCE_NOT_FOUND */
  of(shown: ShownVersion): Promise<FixedDocument> {
    const { orgId, templateId, version } = shown;
    return this.known.forceFetch(`${orgId}/${templateId}/${version ?? 'newest'}`, { context: shown });
  }
}
