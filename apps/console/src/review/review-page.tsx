import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { type components, unwrap } from '#libs/client';
import { api } from '../api/client.ts';
import { REVIEWS } from '../api/query-keys.ts';
import { type Decision, type Draft, useSharedReview } from '../api/reviews.ts';
import { Entrance } from '../session/entrance.tsx';
import { Logo } from '../session/logo.tsx';
import { Badge } from '../ui/badge.tsx';
import { Button } from '../ui/button.tsx';
import { ErrorNote } from '../ui/error-state.tsx';
import { TextAreaField, TextField } from '../ui/field.tsx';
import { Panel, Stack } from '../ui/panel.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import { Time } from '../ui/time.tsx';
import { useNotify } from '../ui/toast.tsx';
import { useTitle } from '../ui/use-title.ts';
import { CommentForm, MAX_COMMENT } from './comment-form.tsx';
import { CommentList, DecisionBadge } from './comment-list.tsx';
import { ReviewPlayer } from './review-player.tsx';
import styles from './review-page.module.css';
import { usePlayedVideo } from './use-played-video.ts';

type Review = components['schemas']['Review'];

/** The page that a review link opens, for people without an account. */
export function ReviewPage() {
  const [token] = useState(() => window.location.hash.slice(1)); // it stays in the address, which is opened again
  const { data, error } = useSharedReview(token);
  if (error && (!data || ('status' in error && error.status === 404)))
    return (
      <Entrance title="This review cannot be shown">
        <ErrorNote error={error} />
        <p>A review link works until it expires, or is deleted with its video. Ask who gave it to you for another.</p>
      </Entrance>
    );
  if (!data)
    return (
      <Entrance title="Review">
        <Skeleton lines={4} />
      </Entrance>
    );
  return <Shown review={data} token={token} />;
}

function Shown({ review, token }: { review: Review; token: string }) {
  const { name, organization, video, comments, decision, expires_at } = review;
  const played = usePlayedVideo();
  const reviewer = useReviewer();
  useTitle(name);
  return (
    <main className={styles.page}>
      <header className={styles.header}>
        <Logo />
        <h1>{name}</h1>
        <p className={styles.note}>
          {organization} asks for your review.
          {expires_at !== null && (
            <>
              {' '}
              This link works until <Time at={expires_at} />.
            </>
          )}
        </p>
        <p className={styles.badges}>
          {video.test && <Badge>Test</Badge>}
          {decision && <DecisionBadge decision={decision} />}
        </p>
      </header>
      <div className={styles.columns}>
        <Stack gap="large">
          {video.status === 'COMPLETED' ? (
            <ReviewPlayer video={video} label={name} played={played} comments={comments} />
          ) : (
            <p className={styles.note} role="status">
              {video.status === 'PROCESSING' ? 'The video is being rendered.' : 'There is no video to play.'}
            </p>
          )}
          {video.status === 'COMPLETED' && <Decide token={token} reviewer={reviewer} />}
        </Stack>
        <Panel title="Comments">
          <Stack gap="large">
            <Write token={token} reviewer={reviewer} played={played} video={video} />
            <CommentList comments={comments} played={played} />
          </Stack>
        </Panel>
      </div>
    </main>
  );
}

const KEPT = 'framewright-reviewer';

/** The name that the reviewer has given, kept in this browser. */
function useReviewer() {
  const [name, setName] = useState(() => localStorage.getItem(KEPT) ?? '');
  return {
    name,
    setName: (given: string) => {
      setName(given);
      localStorage.setItem(KEPT, given);
    },
  };
}
type Reviewer = ReturnType<typeof useReviewer>;

interface WriteProps {
  token: string;
  reviewer: Reviewer;
  played: ReturnType<typeof usePlayedVideo>;
  video: Review['video'];
}

function Write({ token, reviewer, played, video }: WriteProps) {
  const client = useQueryClient();
  const comment = useMutation({
    mutationFn: (draft: Draft) =>
      unwrap(api.POST('/review/comments', { body: { token, author: reviewer.name.trim(), ...draft } })),
    onSuccess: () => client.invalidateQueries({ queryKey: REVIEWS.shared }),
  });
  return (
    <CommentForm
      played={played}
      video={video}
      onSend={(draft) => comment.mutateAsync(draft)}
      isBusy={comment.isPending}
      error={comment.error}
    >
      <NameField reviewer={reviewer} />
    </CommentForm>
  );
}

function NameField({ reviewer: { name, setName } }: { reviewer: Reviewer }) {
  return (
    <TextField
      label="Your name"
      value={name}
      onChange={({ target }) => setName(target.value)}
      autoComplete="name"
      pattern=".*\S.*"
      maxLength={100}
      required
    />
  );
}

function Decide({ token, reviewer }: { token: string; reviewer: Reviewer }) {
  const client = useQueryClient();
  const notify = useNotify();
  const [word, setWord] = useState('');
  const decide = useMutation({
    mutationFn: (decision: Decision) =>
      unwrap(
        api.POST('/review/decision', { body: { token, author: reviewer.name.trim(), decision, text: word.trim() } }),
      ),
    onSuccess: async ({ decision }) => {
      setWord('');
      notify(decision === 'approved' ? 'You approved the video.' : 'You asked for changes.');
      await client.invalidateQueries({ queryKey: REVIEWS.shared });
    },
  });
  const button = (decision: Decision, label: string) => (
    <Button
      look={decision === 'approved' ? 'primary' : 'plain'}
      isBusy={decide.isPending}
      disabled={reviewer.name.trim() === ''}
      onClick={() => decide.mutate(decision)}
    >
      {label}
    </Button>
  );
  return (
    <Panel title="Your decision">
      <Stack>
        <TextAreaField
          label="A word with it"
          hint={reviewer.name.trim() === '' ? 'Enter your name beside the comments first.' : 'It may stay empty.'}
          rows={2}
          maxLength={MAX_COMMENT}
          value={word}
          onChange={({ target }) => setWord(target.value)}
        />
        {decide.error && <ErrorNote error={decide.error} />}
        <div className={styles.decisions}>
          {button('approved', 'Approve')}
          {button('changes_requested', 'Ask for changes')}
        </div>
      </Stack>
    </Panel>
  );
}
