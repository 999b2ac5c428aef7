import { EntityManager } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import type { Request } from 'express';
import { AppError, type Video } from '#libs/contracts';
import { oneFault } from '../accounts/users/account-faults.js';
import { completeEntry, originOf, storeEntry } from '../audit-trail/audit-entry.js';
import { assertSameOrigin } from '../auth/same-origin.js';
import { hashOfToken } from '../auth/secret-token.js';
import { GatewayConfig } from '../gateway.config.js';
import { LAST_DECISION } from './review-links.service.js';
import { ReviewLimits } from './review-limits.js';
import type {
  CreateReviewCommentBody,
  DecideReviewBody,
  Decision,
  Review,
  ReviewComment,
  ReviewedVideo,
} from './review-requests.js';
import { ReviewedVideos } from './reviewed-videos.js';
import { checkPlace, COMMENT_COLUMNS, type CommentRow, storeComment, toComment } from './stored-comments.js';

/** A link that works, with its video. */
interface OpenLink {
  id: string;
  video_id: string;
  name: string;
  expires_at: string | null;
  decision: Decision | null;
  organization_id: string;
  organization: string;
  video: Video;
}

/** The review of a video by the holder of its link, who is not signed in. */
@Injectable()
export class SharedReview {
  constructor(
    private readonly em: EntityManager,
    private readonly config: GatewayConfig,
    private readonly limits: ReviewLimits,
    private readonly videos: ReviewedVideos,
  ) {}

  /** @throws AppError RESOURCE_NOT_FOUND for a link that does not work */
  async show(request: Request, token: string): Promise<Review> {
    const { id, video_id, name, organization, decision, expires_at, video } = await this.open(request, token);
    const rows = await this.em.fork().execute<CommentRow[]>(
      `SELECT ${COMMENT_COLUMNS} FROM review_comments c LEFT JOIN review_comments a ON a.id = c.reply_to
        WHERE c.video_id = ? AND (c.link_id = ? OR (c.author_type <> 'reviewer'
          AND (a.id IS NULL OR a.link_id = ? OR a.author_type <> 'reviewer')))
        ORDER BY c.created_at, c.id`,
      [video_id, id, id],
    );
    const expiresAt = expires_at === null ? null : new Date(expires_at).toISOString();
    const comments = rows.map(toComment);
    return { name, organization, expires_at: expiresAt, decision, video: toReviewedVideo(video), comments };
  }

  async comment(request: Request, body: CreateReviewCommentBody): Promise<ReviewComment> {
    const { token, author, text, ...place } = body;
    const { id: linkId, video_id: videoId, video } = await this.open(request, token);
    this.limits.admitChange(request, linkId);
    checkPlace(place, video);
    const written = { videoId, linkId, author: { type: 'reviewer', name: author } as const, text, ...place };
    return this.em.fork().transactional((em) => storeComment(em, written));
  }

  /** Approves the video, or asks for changes. The audit log has an entry of it. */
  async decide(request: Request, body: DecideReviewBody): Promise<ReviewComment> {
    const { token, author, decision, text = '' } = body;
    const link = await this.open(request, token);
    const { id: linkId, video_id: videoId } = link;
    this.limits.admitChange(request, linkId);
    if (link.video.status !== 'COMPLETED') throw oneFault('decision', 'INVALID_VALUE', 'the video is not finished');
    return this.em.fork().transactional(async (em) => {
      const written = { videoId, linkId, author: { type: 'reviewer', name: author } as const, text, decision };
      const comment = await storeComment(em, written);
      const entryId = await storeEntry(em, {
        organizationId: link.organization_id,
        actor: { type: 'reviewer', id: linkId, name: author },
        action: 'decideReview',
        target: { type: 'videos', id: videoId },
        status: null,
        ...originOf(request),
      });
      const changes = [{ field: 'decision', before: link.decision, after: decision }];
      await completeEntry(em, entryId, { status: 201, targetName: link.name, changes });
      return comment;
    });
  }

  private async open(request: Request, token: string): Promise<OpenLink> {
    assertSameOrigin(request, this.config.publicBaseUrl, { stated: false });
    this.limits.admitAddress(request);
    const [link] = await this.em.fork().execute<Omit<OpenLink, 'video'>[]>(
      `SELECT l.id, l.video_id, l.name, l.expires_at, r.organization_id, o.name AS organization,
              ${LAST_DECISION} AS decision
         FROM review_links l JOIN reviews r ON r.video_id = l.video_id JOIN organizations o ON o.id = r.organization_id
        WHERE l.hash = ? AND (l.expires_at IS NULL OR l.expires_at > now())`,
      [hashOfToken(token) ?? null],
    );
    if (!link) throw new AppError('RESOURCE_NOT_FOUND', { details: 'The link is unknown, expired or deleted' });
    return { ...link, video: await this.videos.read(link.organization_id, link.video_id) };
  }
}

function toReviewedVideo(video: Video): ReviewedVideo {
  const { status, video_url, poster_url, format, fps, width, height, duration, test, expires_at } = video;
  return { status, video_url, poster_url, format, fps, width, height, duration, test, expires_at };
}
