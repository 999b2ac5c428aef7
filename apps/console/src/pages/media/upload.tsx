import { useQuery, useQueryClient } from '@tanstack/react-query';
import { ASSETS } from '../../api/query-keys.ts';
import { useState } from 'react';
import { mediaUsageQuery, uploadAsset } from '../../api/media.ts';
import { ErrorNote } from '../../ui/error-state.tsx';
import { FileDrop } from '../../ui/file-drop.tsx';
import { formatBytes, formatNumber } from '../../ui/format.ts';
import { Stack } from '../../ui/panel.tsx';
import { useNotify } from '../../ui/toast.tsx';
import styles from './media-page.module.css';

interface Failure {
  name: string;
  error: Error;
}

/** Files, dropped or chosen, that are stored one after the other. One that is refused does not stop the others. */
export function Upload() {
  const { current, failures, upload } = useUpload();
  const quota = useQuery(mediaUsageQuery);
  const most = quota.data ? `, up to ${formatBytes(quota.data.max_file_size)} each` : '';
  return (
    <Stack>
      <FileDrop
        label={current === undefined ? 'Drop files here, or choose some' : `Uploading ${current}`}
        hint={`Images, videos, sounds and fonts${most}. SVG and HTML files are refused.`}
        isMultiple
        disabled={current !== undefined}
        onFiles={(files) => void upload(files)}
      />
      {quota.data && <Quota {...quota.data} />}
      {failures.map(({ name, error }) => (
        <div key={name}>
          <p>{name}</p>
          <ErrorNote error={error} />
        </div>
      ))}
    </Stack>
  );
}

/** Stores files. `current` names the one that is being sent. */
function useUpload() {
  const [current, setCurrent] = useState<string>();
  const [failures, setFailures] = useState<readonly Failure[]>([]);
  const client = useQueryClient();
  const notify = useNotify();
  const upload = async (files: readonly File[]) => {
    setFailures([]);
    let stored = 0;
    for (const [index, file] of files.entries()) {
      setCurrent(files.length === 1 ? file.name : `${file.name} (${index + 1} of ${files.length})`);
      try {
        await uploadAsset(file);
        stored++;
      } catch (error) {
        setFailures((before) => [...before, { name: file.name, error: error as Error }]);
      }
    }
    setCurrent(undefined);
    if (stored > 0) notify(stored === 1 ? 'The file is stored.' : `${stored} files are stored.`);
    await client.invalidateQueries({ queryKey: ASSETS.all });
  };
  return { current, failures, upload };
}

interface QuotaProps {
  files: number;
  bytes: number;
  max_files: number;
  max_bytes: number;
}

function Quota({ files, bytes, max_files, max_bytes }: QuotaProps) {
  return (
    <p className={styles.facts}>
      {formatNumber(files)} of {formatNumber(max_files)} files, {formatBytes(bytes)} of {formatBytes(max_bytes)}
    </p>
  );
}
