import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import type { Template } from '#libs/client';
import { templateQuery, templateVersionsQuery } from '../../api/templates.ts';
import { formatDuration } from '../../ui/format.ts';
import { Loaded } from '../../ui/loaded.tsx';
import { Panel, Stack } from '../../ui/panel.tsx';
import { PagedTable } from '../../ui/paged-table.tsx';
import { actionsColumn, type Column } from '../../ui/table.tsx';
import { Time } from '../../ui/time.tsx';
import { creatorInWords } from '../videos/video-words.ts';
import { type DocumentChange, documentChanges } from './document-changes.ts';
import type { TemplateVersion } from './version-actions.tsx';
import styles from './templates.module.css';

const VersionActions = lazy(async () => ({ default: (await import('./version-actions.tsx')).VersionActions }));

/** Most differences that are listed. */
const SHOWN = 200;

/** The versions of a template, and what each changed. */
export function TemplateVersions({ template }: { template: Template }) {
  const [offset, setOffset] = useState(0);
  const [shown, setShown] = useState<number>();
  const query = useQuery(templateVersionsQuery(template.id, offset));
  const columns: Column<TemplateVersion>[] = [
    { head: 'Version', isEssential: true, cell: ({ version }) => version },
    { head: 'Label', isEssential: true, isWide: true, cell: (version) => <Remarks version={version} /> },
    { head: 'Published', cell: ({ created_at }) => <Time at={created_at} isLong /> },
    { head: 'By', cell: ({ created_by }) => created_by && creatorInWords(created_by) },
    { head: 'Duration', align: 'right', cell: ({ duration }) => formatDuration(duration) },
    actionsColumn((version) => (
      <Suspense>
        <VersionActions template={template} version={version} onChanges={() => setShown(version.version)} />
      </Suspense>
    )),
  ];
  return (
    <Stack>
      <PagedTable
        query={query}
        caption="Versions"
        columns={columns}
        keyOf={({ version }) => String(version)}
        empty={null}
        onOffset={setOffset}
      />
      {shown !== undefined && <Difference id={template.id} version={shown} />}
    </Stack>
  );
}

/** Label and note of a version; without a label its name in the document. */
function Remarks({ version: { label, note, name } }: { version: TemplateVersion }) {
  return (
    <>
      {label === null ? <span className={styles.muted}>{name}</span> : <strong>{label}</strong>}
      {note !== null && <p className={styles.note}>{note}</p>}
    </>
  );
}

function Difference({ id, version }: { id: string; version: number }) {
  const before = useQuery(templateQuery(id, version - 1));
  const after = useQuery(templateQuery(id, version));
  return (
    <Panel title={`From version ${version - 1} to ${version}`}>
      <Loaded query={before}>
        {(old) => (
          <Loaded query={after}>{(now) => <Changes changes={documentChanges(old.document, now.document)} />}</Loaded>
        )}
      </Loaded>
    </Panel>
  );
}

function Changes({ changes }: { changes: readonly DocumentChange[] }) {
  if (changes.length === 0) return <p className={styles.muted}>The documents are equal.</p>;
  return (
    <ol className={styles.changes}>
      {changes.slice(0, SHOWN).map(({ place, before, after }) => (
        <li key={place.join(' › ')}>
          <p className={styles.place}>{place.join(' › ')}</p>
          {before !== undefined && <del className={styles.before}>{valueText(before)}</del>}
          {after !== undefined && <ins className={styles.after}>{valueText(after)}</ins>}
        </li>
      ))}
      {changes.length > SHOWN && <li className={styles.muted}>and {changes.length - SHOWN} more</li>}
    </ol>
  );
}

function valueText(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value, null, 2);
}
