import { randomUUID } from 'node:crypto';
import { EntityManager } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import {
  AppError,
  type Creator,
  type Page,
  pageOf,
  type PageRequest,
  readTime,
  type Video,
  VIDEOS_RPC,
} from '#libs/contracts';
import { RpcClient } from '#libs/messaging';
import { oneFault } from '../accounts/users/account-faults.js';
import { newSecretToken } from '../auth/secret-token.js';
import { Creators } from '../creators/creators.js';
import { GatewayConfig } from '../gateway.config.js';
import type { CreateReviewLinkBody, Decision, ReviewLink, ReviewLinkWithUrl } from './review-requests.js';
import { lockReview, tooMany } from './stored-comments.js';
import { ReviewedVideos } from './reviewed-videos.js';

/** Most links of a video, expired ones included. */
const MAX_OF_VIDEO = 20;
/** Name of a video whose template is deleted. */
const UNNAMED = 'Video';

/** SQL of the last decision made with the link `l`. */
export const LAST_DECISION = `(SELECT c.decision FROM review_comments c
   WHERE c.link_id = l.id AND c.decision IS NOT NULL ORDER BY c.created_at DESC, c.id DESC LIMIT 1)`;

interface Row {
  id: string;
  name: string;
  creator_type: Creator['type'];
  creator_id: string;
  created_at: string;
  expires_at: string | null;
  decision: Decision | null;
}

/** The review links of videos, as members manage them. */
@Injectable()
export class ReviewLinks {
  constructor(
    private readonly em: EntityManager,
    private readonly rpc: RpcClient,
    private readonly videos: ReviewedVideos,
    private readonly creators: Creators,
    private readonly config: GatewayConfig,
  ) {}

  async list(orgId: string, videoId: string, { limit = 20, offset = 0 }: PageRequest): Promise<Page<ReviewLink>> {
    await this.videos.read(orgId, videoId);
    const em = this.em.fork();
    const rows = await em.execute<Row[]>(
      `SELECT l.*, ${LAST_DECISION} AS decision FROM review_links l WHERE l.video_id = ?
        ORDER BY l.created_at DESC, l.id DESC LIMIT ? OFFSET ?`,
      [videoId, limit, offset],
    );
    const total = await countLinks(em, videoId);
    return pageOf(await this.creators.named(orgId, rows.map(toLink)), total, { limit, offset });
  }

  /** @throws AppError RATE_LIMIT_EXCEEDED if the video has too many links */
  async create(
    orgId: string,
    videoId: string,
    body: CreateReviewLinkBody,
    creator: Creator,
  ): Promise<ReviewLinkWithUrl> {
    const expiresAt = expiryOf(body);
    const video = await this.videos.read(orgId, videoId);
    const name = body.name ?? (await this.templateName(orgId, video));
    const { token, hash } = newSecretToken();
    const row = await this.em.fork().transactional(async (em) => {
      await this.videos.open(em, orgId, videoId);
      await lockReview(em, videoId);
      if ((await countLinks(em, videoId)) >= MAX_OF_VIDEO)
        throw tooMany('review links', `The video has ${MAX_OF_VIDEO} review links; delete one first`);
      const [stored] = await em.execute<[Row]>(
        `INSERT INTO review_links (id, video_id, hash, name, creator_type, creator_id, expires_at)
         VALUES (?, ?, ?, ?, ?, ?, ?) RETURNING *, NULL AS decision`,
        [randomUUID(), videoId, hash, name, creator.type, creator.id, expiresAt],
      );
      return stored;
    });
    const [link] = await this.creators.named(orgId, [toLink(row)]);
    const url = `${this.config.publicBaseUrl.replace(/\/v1$/, '')}/console/review#${token}`;
    return Object.assign(link!, { url });
  }

  /** Deletes a link, which stops working. Its comments stay. */
  async remove(orgId: string, videoId: string, id: string): Promise<void> {
    const removed = await this.em.fork().execute<object[]>(
      `DELETE FROM review_links l USING reviews r
        WHERE r.video_id = l.video_id AND r.organization_id = ? AND r.video_id = ? AND l.id = ? RETURNING 1`,
      [orgId, videoId, id],
    );
    if (removed.length === 0) throw new AppError('RESOURCE_NOT_FOUND');
  }

  private async templateName(org_id: string, { template_id: id }: Video): Promise<string> {
    try {
      return (await this.rpc.call(VIDEOS_RPC.getTemplate, { org_id, id })).name;
    } catch (error) {
      if (error instanceof AppError && error.code === 'RESOURCE_NOT_FOUND') return UNNAMED;
      throw error;
    }
  }
}

/** @throws AppError VALIDATION_ERROR for a time that has passed */
function expiryOf({ expires_at }: CreateReviewLinkBody): Date | null {
  if (expires_at === undefined) return null;
  const expiresAt = readTime(expires_at);
  if (expiresAt.getTime() <= Date.now())
    throw oneFault('expires_at', 'INVALID_VALUE', 'expires_at must be in the future');
  return expiresAt;
}

async function countLinks(em: EntityManager, videoId: string): Promise<number> {
  const [{ total }] = await em.execute<[{ total: number }]>(
    'SELECT count(*)::int AS total FROM review_links WHERE video_id = ?',
    [videoId],
  );
  return total;
}

function toLink({ id, name, creator_type: type, creator_id, created_at, expires_at, decision }: Row): ReviewLink {
  return {
    id,
    name,
    created_by: { type, id: creator_id, name: null },
    created_at: new Date(created_at).toISOString(),
    expires_at: expires_at === null ? null : new Date(expires_at).toISOString(),
    decision,
  };
}
