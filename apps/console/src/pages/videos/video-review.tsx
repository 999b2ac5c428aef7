import { useState } from 'react';
import type { Video } from '#libs/client';
import { type ReviewComment, useCommenting, useComments } from '../../api/reviews.ts';
import { CommentForm, MAX_COMMENT } from '../../review/comment-form.tsx';
import { CommentList } from '../../review/comment-list.tsx';
import type { PlayedVideo } from '../../review/use-played-video.ts';
import { useMay } from '../../session/may.ts';
import { Button } from '../../ui/button.tsx';
import { TextAreaField } from '../../ui/field.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { Panel, Stack } from '../../ui/panel.tsx';
import { useNotify } from '../../ui/toast.tsx';
import { ReviewLinks } from './review-links.tsx';
import styles from './video-page.module.css';

/** The comments on a video beside its player, and the links with which others review it. */
export function VideoReview({ video, played }: { video: Video; played: PlayedVideo }) {
  const mayWrite = useMay('write');
  const comments = useComments(video.id);
  const { write } = useCommenting(video.id);
  return (
    <>
      <Panel title="Comments">
        <Stack gap="large">
          {mayWrite && video.status === 'COMPLETED' && (
            <CommentForm
              played={played}
              video={video}
              onSend={(draft) => write.mutateAsync(draft)}
              isBusy={write.isPending}
              error={write.error}
            />
          )}
          <Loaded query={comments}>
            {(data) => (
              <CommentList
                comments={data}
                played={played}
                {...(mayWrite && {
                  actions: (comment: ReviewComment, isAnswer: boolean) => (
                    <CommentActions videoId={video.id} comment={comment} isAnswer={isAnswer} />
                  ),
                })}
              />
            )}
          </Loaded>
        </Stack>
      </Panel>
      <ReviewLinks videoId={video.id} name={video.metadata ?? ''} />
    </>
  );
}

interface CommentActionsProps {
  videoId: string;
  comment: ReviewComment;
  isAnswer: boolean;
}

function CommentActions({ videoId, comment: { id, text, resolved_at }, isAnswer }: CommentActionsProps) {
  const notify = useNotify();
  const { resolve, remove } = useCommenting(videoId);
  const [isAnswering, setAnswering] = useState(false);
  const onError = (error: Error) => notify(error.message);
  const isResolved = resolved_at !== null;
  const about = `“${text.slice(0, 40)}”`;
  return (
    <>
      <div className={styles.actions}>
        {!isAnswer && (
          <Button look="quiet" size="small" aria-label={`Answer ${about}`} onClick={() => setAnswering(true)}>
            Answer
          </Button>
        )}
        {!isAnswer && (
          <Button
            look="quiet"
            size="small"
            aria-label={`${isResolved ? 'Reopen' : 'Resolve'} ${about}`}
            onClick={() => resolve.mutate({ id, resolved: !isResolved }, { onError })}
          >
            {isResolved ? 'Reopen' : 'Resolve'}
          </Button>
        )}
        <Button look="quiet" size="small" aria-label={`Delete ${about}`} onClick={() => remove.mutate(id, { onError })}>
          Delete
        </Button>
      </div>
      {isAnswering && <AnswerForm videoId={videoId} replyTo={id} onDone={() => setAnswering(false)} />}
    </>
  );
}

function AnswerForm({ videoId, replyTo, onDone }: { videoId: string; replyTo: string; onDone: () => void }) {
  const notify = useNotify();
  const { write } = useCommenting(videoId);
  const [text, setText] = useState('');
  const send = () =>
    write.mutate(
      { text: text.trim(), reply_to: replyTo },
      { onSuccess: onDone, onError: (error) => notify(error.message) },
    );
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
    >
      <Stack gap="small">
        <TextAreaField
          label="Answer"
          rows={2}
          maxLength={MAX_COMMENT}
          required
          autoFocus
          value={text}
          onChange={({ target }) => setText(target.value)}
        />
        <div className={styles.actions}>
          <Button size="small" type="submit" isBusy={write.isPending} disabled={text.trim() === ''}>
            Send the answer
          </Button>
          <Button look="quiet" size="small" onClick={onDone}>
            Cancel
          </Button>
        </div>
      </Stack>
    </form>
  );
}
