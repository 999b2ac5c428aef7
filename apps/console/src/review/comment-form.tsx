import { type ReactNode, useState } from 'react';
import type { Video } from '#libs/client';
import type { Draft } from '../api/reviews.ts';
import { Button } from '../ui/button.tsx';
import { CheckField } from '../ui/check-field.tsx';
import { ErrorNote } from '../ui/error-state.tsx';
import { TextAreaField } from '../ui/field.tsx';
import { formatMoment } from '../ui/format.ts';
import { Stack } from '../ui/panel.tsx';
import { hasMoments } from './review-player.tsx';
import type { PlayedVideo } from './use-played-video.ts';

/** Characters of a comment at most. */
export const MAX_COMMENT = 1_000;

interface CommentFormProps {
  played: PlayedVideo;
  video: Pick<Video, 'format' | 'duration'>;
  /** Sends a comment; the form is emptied when it has been stored. */
  onSend: (draft: Draft) => Promise<unknown>;
  isBusy: boolean;
  error: Error | null;
  /** Further fields, above the text. */
  children?: ReactNode;
}

/** A comment on the shown moment, and the place that is pointed at. */
export function CommentForm({ played, video, onSend, isBusy, error, children }: CommentFormProps) {
  const [text, setText] = useState('');
  const [isWhole, setWhole] = useState(false);
  const hasMoment = hasMoments(video) && !isWhole;
  const send = async () => {
    const at = Math.min(video.duration, Math.round(played.at * 1_000) / 1_000);
    await onSend({ text: text.trim(), ...(hasMoment && { at }), ...(!isWhole && played.place) });
    setText('');
    played.point(undefined);
  };
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        void send().catch(() => undefined); // the error stands below
      }}
    >
      <Stack>
        {children}
        <TextAreaField
          label={hasMoment ? `Comment at ${formatMoment(played.at)}` : 'Comment'}
          value={text}
          rows={3}
          maxLength={MAX_COMMENT}
          required
          onFocus={played.pause}
          onChange={({ target }) => setText(target.value)}
          hint={played.place && !isWhole ? 'With the place in the picture.' : undefined}
        />
        {hasMoments(video) && <CheckField label="About the whole video" checked={isWhole} onChecked={setWhole} />}
        {error && <ErrorNote error={error} />}
        <Button look="primary" type="submit" isBusy={isBusy} disabled={text.trim() === ''}>
          Comment
        </Button>
      </Stack>
    </form>
  );
}
