import { skipToken, useQuery } from '@tanstack/react-query';
import { useParams, useSearch } from '@tanstack/react-router';
import { ASSETS, TEMPLATES, VIDEOS } from '../api/query-keys.ts';
import { useMay } from '../session/may.ts';
import { SignedIn } from '../session/signed-in.tsx';
import { ErrorState } from '../ui/error-state.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import { useTitle } from '../ui/use-title.ts';
import { readChangedValues } from './caller/read-changed-values.ts';
import { readDraft, readFonts, readSchema } from './draft/draft-api.ts';
import { Editor } from './editor.tsx';
import styles from './editor.module.css';

const FIXED = { staleTime: Infinity } as const;

/** The editor of a template: its draft, or its newest version if there is none. */
export function EditorPage() {
  return (
    <SignedIn>
      <OpenedEditor />
    </SignedIn>
  );
}

function OpenedEditor() {
  const canWrite = useMay('write');
  const { id } = useParams({ from: '/templates/$id/edit' });
  // Read once: from then on the editor's document is the newest, and the draft is saved from it.
  const draft = useQuery({ queryKey: TEMPLATES.draft(id), queryFn: () => readDraft(id), ...FIXED, gcTime: 0 });
  const schema = useQuery({ queryKey: TEMPLATES.schema, queryFn: readSchema, ...FIXED });
  const fonts = useQuery({ queryKey: ASSETS.fonts, queryFn: readFonts, ...FIXED });
  const { video } = useSearch({ from: '/templates/$id/edit' });
  const asked = useQuery({
    queryKey: VIDEOS.changes(video),
    queryFn: video === undefined ? skipToken : () => readChangedValues(video),
    ...FIXED,
  });
  useTitle('Editor');

  const queries = [draft, schema, fonts, asked];
  const failed = queries.find(({ error }) => error !== null);
  if (failed?.error) {
    const retry = () => queries.forEach((query) => query.error && void query.refetch());
    return (
      <main className={styles.alone}>
        <ErrorState error={failed.error} onRetry={retry} />
      </main>
    );
  }
  if (!draft.data || !schema.data || !fonts.data || asked.isLoading) {
    return (
      <main className={styles.alone}>
        <Skeleton lines={8} />
      </main>
    );
  }
  const opened = { opened: draft.data, schema: schema.data, fonts: fonts.data, asked: asked.data };
  return <Editor key={id} id={id} {...opened} canWrite={canWrite} />;
}
