import type { ReactNode } from 'react';
import type { Decision, ReviewComment } from '../api/reviews.ts';
import { Badge } from '../ui/badge.tsx';
import { Button } from '../ui/button.tsx';
import { formatMoment } from '../ui/format.ts';
import { Time } from '../ui/time.tsx';
import styles from './comment-list.module.css';
import { placeIn } from './review-player.tsx';
import type { PlayedVideo } from './use-played-video.ts';

interface CommentListProps {
  comments: readonly ReviewComment[];
  played: PlayedVideo;
  /** The buttons below a comment; `isAnswer` for one below another. */
  actions?: (comment: ReviewComment, isAnswer: boolean) => ReactNode;
}

/** The comments on a video in the order of their moments, each with its answers. */
export function CommentList({ comments, played, actions }: CommentListProps) {
  const threads = comments.filter(({ reply_to }) => reply_to === null).sort(byMoment);
  if (threads.length === 0) return <p className={styles.none}>No comments yet.</p>;
  return (
    <ul className={styles.list} aria-label="Comments">
      {threads.map((comment) => (
        <li key={comment.id} className={styles.thread} data-resolved={comment.resolved_at !== null || undefined}>
          <Comment comment={comment} played={played} />
          {comments
            .filter(({ reply_to }) => reply_to === comment.id)
            .map((answer) => (
              <div key={answer.id} className={styles.answer}>
                <Comment comment={answer} played={played} />
                {actions?.(answer, true)}
              </div>
            ))}
          {actions?.(comment, false)}
        </li>
      ))}
    </ul>
  );
}

/** Those about the whole video first. */
const byMoment = (a: ReviewComment, b: ReviewComment): number =>
  (a.at ?? -1) - (b.at ?? -1) || a.created_at.localeCompare(b.created_at);

function Comment({ comment, played }: { comment: ReviewComment; played: PlayedVideo }) {
  const { at, author, text, decision, created_at, resolved_at } = comment;
  return (
    <>
      <p className={styles.head}>
        {at !== null && (
          <Button
            size="small"
            aria-label={`Show ${formatMoment(at)}`}
            onClick={() => played.show(at, placeIn(comment))}
          >
            {formatMoment(at)}
          </Button>
        )}
        <strong>{author.name ?? 'A key'}</strong>
        <span className={styles.when}>
          <Time at={created_at} />
        </span>
        {decision && <DecisionBadge decision={decision} />}
        {resolved_at !== null && <Badge tone="good">Resolved</Badge>}
      </p>
      {text !== '' && <p className={styles.text}>{text}</p>}
    </>
  );
}

export function DecisionBadge({ decision }: { decision: Decision }) {
  return decision === 'approved' ? <Badge tone="good">Approved</Badge> : <Badge tone="wait">Changes requested</Badge>;
}
