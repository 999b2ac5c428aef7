import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { unwrap } from '#libs/client';
import { api } from '../../api/client.ts';
import { ASSETS } from '../../api/query-keys.ts';
import { type Asset, mediaAddress } from '../../api/media.ts';
import { useMay } from '../../session/may.ts';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { formatBytes } from '../../ui/format.ts';
import { Time } from '../../ui/time.tsx';
import { useNotify } from '../../ui/toast.tsx';
import styles from './media-page.module.css';

/** A file: its picture, its name, its URL to copy. */
export function AssetCard({ asset }: { asset: Asset }) {
  const mayWrite = useMay('write');
  return (
    <li className={styles.card}>
      <div className={styles.picture}>
        <Picture asset={asset} />
      </div>
      <div className={styles.text}>
        <p className={styles.name} title={asset.name}>
          {asset.name}
        </p>
        <p className={styles.facts}>
          {asset.kind} · {formatBytes(asset.file_size)} · <Time at={asset.created_at} />
        </p>
      </div>
      <div className={styles.actions}>
        <CopyButton text={asset.url} label={`Copy the URL of ${asset.name}`} />
        {mayWrite && <DeleteAction asset={asset} />}
      </div>
    </li>
  );
}

/**
 * A preview of the file's picture, footage or sound. It has no text of its own, because the words beside it name the
 * file.
 */
function Picture({ asset }: { asset: Asset }) {
  const address = mediaAddress(asset.url);
  if (asset.kind === 'image') return <img src={address} alt="" loading="lazy" decoding="async" />;
  if (asset.kind === 'video') return <video src={address} preload="metadata" muted playsInline aria-hidden="true" />;
  if (asset.kind === 'audio') return <audio src={address} preload="none" controls aria-label={asset.name} />;
  return (
    <span className={styles.font} aria-hidden="true">
      Aa
    </span>
  );
}

function DeleteAction({ asset }: { asset: Asset }) {
  const [isOpen, setOpen] = useState(false);
  const client = useQueryClient();
  const notify = useNotify();
  const remove = useMutation({
    mutationFn: () => unwrap(api.DELETE('/assets/{id}', { params: { path: { id: asset.id } } })),
    onSuccess: async () => {
      notify('The file is deleted.');
      setOpen(false);
      await client.invalidateQueries({ queryKey: ASSETS.all });
    },
  });
  return (
    <>
      <Button size="small" look="quiet" aria-label={`Delete ${asset.name}`} onClick={() => setOpen(true)}>
        Delete
      </Button>
      <ConfirmDialog
        isOpen={isOpen}
        onClose={() => setOpen(false)}
        title={`Delete ${asset.name}?`}
        action="Delete"
        onConfirm={() => remove.mutate()}
        isBusy={remove.isPending}
        error={remove.error}
      >
        Its URL then answers 404, and templates that refer to it can no longer be rendered.
      </ConfirmDialog>
    </>
  );
}
