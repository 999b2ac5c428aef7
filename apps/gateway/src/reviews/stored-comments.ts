import { randomUUID } from 'node:crypto';
import type { EntityManager } from '@mikro-orm/postgresql';
import { AppError, type Video } from '#libs/contracts';
import { oneFault } from '../accounts/users/account-faults.js';
import type { AuthorType, Decision, ReviewComment } from './review-requests.js';

/** Most comments of a video, answers and decisions included. */
const MAX_OF_VIDEO = 300;
/** Most comments and decisions made with one link. */
const MAX_OF_LINK = 200;

/** The columns of a {@link CommentRow}. */
export const COMMENT_COLUMNS =
  'c.id, c.link_id, c.reply_to, c.author_type, c.author_name, c.text, c.at_ms, c.x, c.y, c.decision, c.created_at, c.resolved_at';

export interface CommentRow {
  id: string;
  link_id: string | null;
  reply_to: string | null;
  author_type: AuthorType;
  author_name: string | null;
  text: string;
  at_ms: number | null;
  x: number | null;
  y: number | null;
  decision: Decision | null;
  created_at: string;
  resolved_at: string | null;
}

/** A comment to store. */
export interface Written {
  videoId: string;
  linkId: string | null;
  author: { type: AuthorType; name: string | null };
  text: string;
  at?: number;
  x?: number;
  y?: number;
  replyTo?: string;
  decision?: Decision;
}

/** @throws AppError VALIDATION_ERROR for a moment after the end of the video, and half of a place */
export function checkPlace({ at, x, y }: Pick<Written, 'at' | 'x' | 'y'>, { duration }: Video): void {
  if (at !== undefined && at > duration)
    throw oneFault('at', 'VALUE_TOO_LARGE', `at must be at most ${duration}, the duration of the video`);
  if ((x === undefined) !== (y === undefined)) {
    const missing = x === undefined ? 'x' : 'y';
    throw oneFault(missing, 'REQUIRED_FIELD', `${missing} is required, because a place has x and y`);
  }
}

/**
 * Stores a comment.
 *
 * @throws AppError RESOURCE_NOT_FOUND if the video has just been deleted, RATE_LIMIT_EXCEEDED if it has too many comments
 */
export async function storeComment(em: EntityManager, written: Written): Promise<ReviewComment> {
  const { videoId, linkId, author, text, at, x = null, y = null, replyTo = null, decision = null } = written;
  await lockReview(em, videoId);
  await requireRoom(em, written);
  const atMs = at === undefined ? null : Math.round(at * 1_000);
  const [row] = await em.execute<[CommentRow]>(
    `INSERT INTO review_comments AS c
       (id, video_id, link_id, reply_to, author_type, author_name, text, at_ms, x, y, decision)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) RETURNING ${COMMENT_COLUMNS}`,
    [randomUUID(), videoId, linkId, replyTo, author.type, author.name, text, atMs, x, y, decision],
  );
  return toComment(row);
}

/** Locks the review of a video, so that its links and comments are counted one after another. */
export async function lockReview(em: EntityManager, videoId: string): Promise<void> {
  const found = await em.execute<object[]>('SELECT 1 FROM reviews WHERE video_id = ? FOR UPDATE', [videoId]);
  if (found.length === 0) throw new AppError('RESOURCE_NOT_FOUND');
}

async function requireRoom(em: EntityManager, { videoId, linkId }: Written): Promise<void> {
  const [{ of_video, of_link }] = await em.execute<[{ of_video: number; of_link: number }]>(
    `SELECT count(*)::int AS of_video, (count(*) FILTER (WHERE link_id = ?))::int AS of_link
       FROM review_comments WHERE video_id = ?`,
    [linkId, videoId],
  );
  if (of_link >= MAX_OF_LINK) throw tooMany('comments', `The link has ${MAX_OF_LINK} comments`);
  if (of_video >= MAX_OF_VIDEO) throw tooMany('comments', `The video has ${MAX_OF_VIDEO} comments`);
}

/** The error of a review that is full. Waiting alone does not help, so no time is named. */
export function tooMany(what: string, details: string): AppError {
  return new AppError('RATE_LIMIT_EXCEEDED', { message: `Too many ${what}`, details });
}

export function toComment({
  author_type,
  author_name,
  at_ms,
  created_at,
  resolved_at,
  ...row
}: CommentRow): ReviewComment {
  const { id, link_id, reply_to, text, x, y, decision } = row;
  return {
    id,
    link_id,
    reply_to,
    author: { type: author_type, name: author_name },
    text,
    at: at_ms === null ? null : at_ms / 1_000,
    x,
    y,
    decision,
    created_at: new Date(created_at).toISOString(),
    resolved_at: resolved_at === null ? null : new Date(resolved_at).toISOString(),
  };
}
