import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { unwrap } from '#libs/client';
import { api } from '../../api/client.ts';
import { REVIEWS } from '../../api/query-keys.ts';
import type { ReviewLink } from '../../api/reviews.ts';
import { DecisionBadge } from '../../review/comment-list.tsx';
import { useMay } from '../../session/may.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { DialogForm } from '../../ui/dialog-form.tsx';
import { SelectField, TextField } from '../../ui/field.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { Panel } from '../../ui/panel.tsx';
import { ShownOnce } from '../../ui/shown-once.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { actionsColumn, type Column, Table } from '../../ui/table.tsx';
import { Time } from '../../ui/time.tsx';
import { useNotify } from '../../ui/toast.tsx';
import styles from './video-page.module.css';

/** The links with which people without an account review a video. */
export function ReviewLinks({ videoId: video_id, name }: { videoId: string; name: string }) {
  const [isOpen, setOpen] = useState(false);
  const mayWrite = useMay('write');
  const client = useQueryClient();
  const notify = useNotify();
  const query = useQuery({
    queryKey: REVIEWS.links(video_id),
    queryFn: ({ signal }) =>
      unwrap(api.GET('/videos/{video_id}/review-links', { params: { path: { video_id } }, signal })),
  });
  const remove = useMutation({
    mutationFn: ({ id: link_id }: ReviewLink) =>
      unwrap(api.DELETE('/videos/{video_id}/review-links/{link_id}', { params: { path: { video_id, link_id } } })),
    onSuccess: () => notify('The link no longer works.'),
    onError: (error) => notify(error.message),
    onSettled: () => client.invalidateQueries({ queryKey: REVIEWS.links(video_id) }),
  });
  const columns = mayWrite ? [...COLUMNS, deletion((link) => remove.mutate(link))] : COLUMNS;
  return (
    <Panel
      title="Review links"
      actions={
        mayWrite && (
          <Button size="small" onClick={() => setOpen(true)}>
            Make a link
          </Button>
        )
      }
    >
      <Loaded query={query} loading={<Skeleton lines={2} />}>
        {({ data }) =>
          data.length === 0 ? (
            <p>A person with a link comments on the video and approves it, without an account.</p>
          ) : (
            <Table caption="Links of this video" columns={columns} rows={data} keyOf={({ id }) => id} />
          )
        }
      </Loaded>
      {isOpen && <NewLinkDialog videoId={video_id} name={name} onClose={() => setOpen(false)} />}
    </Panel>
  );
}

const isExpired = ({ expires_at }: ReviewLink) => expires_at !== null && new Date(expires_at) <= new Date();

const COLUMNS: readonly Column<ReviewLink>[] = [
  {
    head: 'Name',
    isWide: true,
    isEssential: true,
    cell: ({ name, expires_at }) => (
      <>
        {name}
        <br />
        <span className={styles.since}>
          {expires_at === null ? (
            'Always works'
          ) : (
            <>
              Until <Time at={expires_at} />
            </>
          )}
        </span>
      </>
    ),
  },
  {
    head: 'Decision',
    isEssential: true,
    cell: (link) =>
      isExpired(link) ? (
        <Badge>Expired</Badge>
      ) : link.decision ? (
        <DecisionBadge decision={link.decision} />
      ) : (
        'None yet'
      ),
  },
];

function deletion(onDelete: (link: ReviewLink) => void): Column<ReviewLink> {
  return actionsColumn((link) => (
    <Button look="quiet" size="small" aria-label={`Delete the link ${link.name}`} onClick={() => onDelete(link)}>
      Delete
    </Button>
  ));
}

/** Days for which a link works, by what the form offers. */
const LIVES = [
  { value: '7', label: 'For 7 days' },
  { value: '30', label: 'For 30 days' },
  { value: '', label: 'As long as the video exists' },
] as const;
const A_DAY_MS = 86_400_000;

function NewLinkDialog({ videoId: video_id, name, onClose }: { videoId: string; name: string; onClose: () => void }) {
  const client = useQueryClient();
  const [shown, setShown] = useState(name);
  const [days, setDays] = useState<string>(LIVES[1].value);
  const make = useMutation({
    mutationFn: () => {
      const expiry = days !== '' && { expires_at: new Date(Date.now() + Number(days) * A_DAY_MS).toISOString() };
      const body = { ...(shown.trim() !== '' && { name: shown.trim() }), ...expiry };
      return unwrap(api.POST('/videos/{video_id}/review-links', { params: { path: { video_id } }, body }));
    },
    onSuccess: () => client.invalidateQueries({ queryKey: REVIEWS.links(video_id) }),
  });
  if (make.data)
    return (
      <Dialog isOpen onClose={onClose} title="The review link" isShownOnce>
        <ShownOnce code={make.data.url} label="the link" done="Done" onDone={onClose}>
          Give this link to those who review the video. It is shown only now. Nothing is sent.
        </ShownOnce>
      </Dialog>
    );
  return (
    <Dialog isOpen onClose={onClose} title="Make a review link">
      <DialogForm
        onSubmit={() => make.mutate()}
        onClose={onClose}
        action="Make the link"
        isBusy={make.isPending}
        error={make.error}
      >
        <TextField
          label="Name that reviewers see"
          hint="Without one it is the name of the template."
          value={shown}
          maxLength={200}
          onChange={({ target }) => setShown(target.value)}
          autoFocus
        />
        <SelectField label="It works" options={LIVES} value={days} onValue={setDays} />
      </DialogForm>
    </Dialog>
  );
}
