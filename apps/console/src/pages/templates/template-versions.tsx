import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { type components, type Template } from '#libs/client';
import { templateQuery, templateVersionsQuery } from '../../api/templates.ts';
import { Button } from '../../ui/button.tsx';
import { formatDuration } from '../../ui/format.ts';
import { Loaded } from '../../ui/loaded.tsx';
import { Panel, Stack } from '../../ui/panel.tsx';
import { PagedTable } from '../../ui/paged-table.tsx';
import type { Column } from '../../ui/table.tsx';
import { Time } from '../../ui/time.tsx';
import { type DocumentChange, documentChanges } from './document-changes.ts';
import styles from './templates.module.css';

type TemplateVersion = components['schemas']['TemplateVersion'];

/** Most differences that are listed. */
const SHOWN = 200;

/** The versions of a template, and what each changed. */
export function TemplateVersions({ template }: { template: Template }) {
  const [offset, setOffset] = useState(0);
  const [shown, setShown] = useState<number>();
  const query = useQuery(templateVersionsQuery(template.id, offset));
  const columns: Column<TemplateVersion>[] = [
    { head: 'Version', isEssential: true, cell: ({ version }) => version },
    { head: 'Published', isEssential: true, cell: ({ created_at }) => <Time at={created_at} isLong /> },
    { head: 'Name', isWide: true, cell: ({ name }) => name },
    { head: 'Duration', align: 'right', cell: ({ duration }) => formatDuration(duration) },
    {
      head: 'Changes',
      isHeadHidden: true,
      isEssential: true,
      align: 'right',
      cell: ({ version }) =>
        version > 1 && (
          <Button size="small" aria-pressed={version === shown} onClick={() => setShown(version)}>
            Changes
          </Button>
        ),
    },
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
