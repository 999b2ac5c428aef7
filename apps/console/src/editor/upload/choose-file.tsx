import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type Asset, mediaAddress, mediaChoicesQuery } from '../../api/media.ts';
import { ASSETS } from '../../api/query-keys.ts';
import { type SubmitEvent, useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { Actions, Dialog } from '../../ui/dialog.tsx';
import { ErrorNote } from '../../ui/error-state.tsx';
import { TextField } from '../../ui/field.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { Icon } from '../../ui/icon.tsx';
import { useEditor } from '../model/editor-model.ts';
import type { UploadedFile } from './add-file.ts';
import styles from './choose-file.module.css';
import { FileButton } from './file-button.tsx';
import { uploadFile } from './upload-file.ts';

type FileKind = UploadedFile['kind'];

interface ChooseFileProps {
  title: string;
  /** Kinds of files that the place takes; all kinds where these are not known. */
  kinds: readonly FileKind[];
  /** False for kinds of files that the API does not store. */
  canUpload?: boolean;
  isOpen: boolean;
  onClose: () => void;
  /** The chosen file; of one that is named by its address, nothing else is known. */
  onFile: (file: Pick<UploadedFile, 'url'> & Partial<UploadedFile>) => void;
}

/** Chooses a file: a new one from this computer, one that was uploaded before, or one by its address. */
export function ChooseFile({ title, kinds, canUpload = true, isOpen, onClose, onFile }: ChooseFileProps) {
  const { alone } = useEditor();
  const mayUpload = canUpload && !alone;
  const [url, setUrl] = useState('');
  const { upload, isBusy, error, forget } = useUpload(kinds);
  const take: ChooseFileProps['onFile'] = (file) => {
    setUrl('');
    forget();
    onFile(file);
    onClose();
  };
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title={title}>
      <div className={styles.body}>
        {mayUpload && (
          <FileButton
            look="primary"
            isBusy={isBusy}
            kinds={kinds}
            onFiles={([file]) => file && void upload(file, take)}
          >
            Upload a file
          </FileButton>
        )}
        {error && <ErrorNote error={error} />}
        {isOpen && mayUpload && <Files kinds={kinds} onFile={take} />}
        <AddressForm
          takesPaths={alone !== null}
          url={url}
          onUrl={setUrl}
          onSubmit={() => take({ url })}
          onClose={onClose}
        />
      </div>
    </Dialog>
  );
}

/** Uploads a file of one of these kinds; a file of another kind is a fault. */
function useUpload(kinds: readonly FileKind[]) {
  const client = useQueryClient();
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<Error>();
  const upload = async (file: File, onFile: (file: UploadedFile) => void) => {
    setBusy(true);
    try {
      const uploaded = await uploadFile(file);
      void client.invalidateQueries({ queryKey: ASSETS.all });
      if (kinds.length > 0 && !kinds.includes(uploaded.kind)) {
        throw new Error(`${uploaded.name} is of the kind ${uploaded.kind}; ${kinds.join(' or ')} is needed here.`);
      }
      onFile(uploaded);
    } catch (failure) {
      setError(failure as Error);
    } finally {
      setBusy(false);
    }
  };
  return { upload, isBusy, error, forget: () => setError(undefined) };
}

interface AddressFormProps {
  takesPaths: boolean;
  url: string;
  onUrl: (url: string) => void;
  onSubmit: () => void;
  onClose: () => void;
}

function AddressForm({ takesPaths, url, onUrl, onSubmit, onClose }: AddressFormProps) {
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    event.stopPropagation(); // a dialog of a form is inside of it for React
    onSubmit();
  };
  return (
    <form onSubmit={submit}>
      <TextField
        label="Address of the file"
        hint={
          takesPaths
            ? 'A path from the template, such as img/photo.jpg, an http or https address, or a variable such as {{photo}}.'
            : 'An http or https address that the renderers can reach, or a variable such as {{photo}}.'
        }
        value={url}
        onChange={(event) => onUrl(event.target.value)}
        required
        pattern={takesPaths ? undefined : '(https?://|\\{\\{).+'}
        maxLength={2048}
      />
      <Actions>
        <Button onClick={onClose}>Cancel</Button>
        <Button type="submit">Use this address</Button>
      </Actions>
    </form>
  );
}

/** The files of the organization that fit here. */
function Files({ kinds, onFile }: Pick<ChooseFileProps, 'kinds' | 'onFile'>) {
  const files = useQuery(mediaChoicesQuery);
  if (files.error) return <ErrorNote error={files.error} />;
  if (!files.data) return <Skeleton lines={2} height={40} />;
  const fitting = files.data.filter(({ kind }) => kinds.length === 0 || kinds.includes(kind));
  if (fitting.length === 0) return null;
  return (
    <ul className={styles.files} aria-label="Uploaded files">
      {fitting.map((asset) => (
        <li key={asset.id}>
          <button type="button" className={styles.file} onClick={() => onFile(asset)}>
            <Thumb asset={asset} />
            <span className={styles.name}>{asset.name}</span>
          </button>
        </li>
      ))}
    </ul>
  );
}

function Thumb({ asset: { kind, url } }: { asset: Asset }) {
  if (kind === 'image') return <img className={styles.thumb} src={mediaAddress(url)} alt="" loading="lazy" />;
  return (
    <span className={styles.thumb}>
      <Icon name={kind === 'video' ? 'video' : kind === 'font' ? 'text' : 'sound'} />
    </span>
  );
}
