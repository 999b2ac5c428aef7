import { EntityManager } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { AppError, type Creator, type Page, pageOf, type PageRequest } from '#libs/contracts';
import { oneFault } from '../accounts/users/account-faults.js';
import { Creators } from '../creators/creators.js';
import type { CreateCommentBody, ReviewComment } from './review-requests.js';
import { ReviewedVideos } from './reviewed-videos.js';
import { checkPlace, COMMENT_COLUMNS, type CommentRow, storeComment, toComment } from './stored-comments.js';

/** SQL of one comment of an organization. */
const OWN = `FROM reviews r WHERE r.video_id = c.video_id AND r.organization_id = ? AND r.video_id = ? AND c.id = ?`;

/** The comments on videos, as members read and write them. */
@Injectable()
export class Comments {
  constructor(
    private readonly em: EntityManager,
    private readonly videos: ReviewedVideos,
    private readonly creators: Creators,
  ) {}

  /** All comments, oldest first. */
  async list(orgId: string, videoId: string, { limit = 20, offset = 0 }: PageRequest): Promise<Page<ReviewComment>> {
    await this.videos.read(orgId, videoId);
    const em = this.em.fork();
    const rows = await em.execute<CommentRow[]>(
      `SELECT ${COMMENT_COLUMNS} FROM review_comments c WHERE c.video_id = ?
        ORDER BY c.created_at, c.id LIMIT ? OFFSET ?`,
      [videoId, limit, offset],
    );
    const [{ total }] = await em.execute<[{ total: number }]>(
      'SELECT count(*)::int AS total FROM review_comments WHERE video_id = ?',
      [videoId],
    );
    return pageOf(rows.map(toComment), total, { limit, offset });
  }

  async create(orgId: string, videoId: string, body: CreateCommentBody, creator: Creator): Promise<ReviewComment> {
    const { reply_to: replyTo, text, ...place } = body;
    checkPlace(place, await this.videos.read(orgId, videoId));
    const [author] = await this.creators.named(orgId, [
      { created_by: { type: creator.type, id: creator.id, name: null as string | null } },
    ]);
    return this.em.fork().transactional(async (em) => {
      await this.videos.open(em, orgId, videoId);
      if (replyTo !== undefined) await requireAnswerable(em, videoId, replyTo);
      return storeComment(em, {
        videoId,
        linkId: null,
        author: { type: creator.type, name: author!.created_by.name },
        text,
        ...place,
        ...(replyTo !== undefined && { replyTo }),
      });
    });
  }

  async resolve(orgId: string, videoId: string, id: string, isResolved: boolean): Promise<ReviewComment> {
    const [row] = await this.em.fork().execute<CommentRow[]>(
      `UPDATE review_comments c SET resolved_at = CASE WHEN ? THEN coalesce(c.resolved_at, now()) END ${OWN}
       RETURNING ${COMMENT_COLUMNS}`,
      [isResolved, orgId, videoId, id],
    );
    if (!row) throw new AppError('RESOURCE_NOT_FOUND');
    return toComment(row);
  }

  /** Deletes a comment with its answers. */
  async remove(orgId: string, videoId: string, id: string): Promise<void> {
    const removed = await this.em
      .fork()
      .execute<object[]>(`DELETE FROM review_comments c ${OWN.replace('FROM', 'USING')} RETURNING 1`, [
        orgId,
        videoId,
        id,
      ]);
    if (removed.length === 0) throw new AppError('RESOURCE_NOT_FOUND');
  }
}

async function requireAnswerable(em: EntityManager, videoId: string, id: string): Promise<void> {
  const found = await em.execute<object[]>(
    'SELECT 1 FROM review_comments WHERE id = ? AND video_id = ? AND reply_to IS NULL',
    [id, videoId],
  );
  if (found.length === 0)
    throw oneFault('reply_to', 'INVALID_VALUE', 'reply_to must be a comment on this video that is no answer itself');
}
