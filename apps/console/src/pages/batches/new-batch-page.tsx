import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { templateChoicesQuery } from '../../api/templates.ts';
import { Button } from '../../ui/button.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { Panel, Stack } from '../../ui/panel.tsx';
import { NoTemplateYet } from '../templates/no-template-yet.tsx';
import { type BatchChoices, BatchForm } from './batch-form.tsx';
import { CsvSource } from './csv-source.tsx';
import type { CsvFile } from './read-csv.ts';

/** The page that makes a batch of a CSV file: its rows, the template, what each column sets, the check, the order. */
export function NewBatchPage() {
  const templates = useQuery(templateChoicesQuery);
  const [file, setFile] = useState<CsvFile>();
  const [choices, setChoices] = useState<BatchChoices>();
  return (
    <>
      <PageHeader
        title="New batch"
        trail={<Link to="/batches">Batches</Link>}
        description="Every row of a CSV file becomes a video. Either all rows are accepted, or none is."
      />
      <Loaded query={templates}>
        {({ data }) =>
          data.length === 0 ? (
            <NoTemplateYet />
          ) : file === undefined ? (
            <CsvSource onFile={setFile} />
          ) : (
            <Stack gap="large">
              <Panel
                title={file.name === '' ? 'Pasted rows' : file.name}
                actions={
                  <Button size="small" onClick={() => setFile(undefined)}>
                    Use other rows
                  </Button>
                }
              >
                {file.start.columns.length === 1 ? 'One column' : `${file.start.columns.length} columns`}:{' '}
                {file.start.columns.join(', ')}
              </Panel>
              <BatchForm file={file} onFile={setFile} templates={data} choices={choices} onChoices={setChoices} />
            </Stack>
          )
        }
      </Loaded>
    </>
  );
}
