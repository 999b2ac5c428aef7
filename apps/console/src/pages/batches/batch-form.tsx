import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { type ComponentProps, lazy, Suspense, useEffect, useMemo, useState } from 'react';
import { type Template, VIDEO_FORMATS } from '#libs/client';
import { BATCHES, CREDITS } from '../../api/query-keys.ts';
import { type BatchRequest, createBatch, validateBatch } from '../../api/batches.ts';
import { newIdempotencyKey } from '../../api/new-key.ts';
import { templateFieldsQuery } from '../../api/template-fields.ts';
import { Button } from '../../ui/button.tsx';
import { CheckField } from '../../ui/check-field.tsx';
import { Actions } from '../../ui/dialog.tsx';
import { ErrorNote } from '../../ui/error-state.tsx';
import { SelectField, TextField } from '../../ui/field.tsx';
import { formatNumber } from '../../ui/format.ts';
import { Loaded } from '../../ui/loaded.tsx';
import { Panel, Stack } from '../../ui/panel.tsx';
import { BatchCheck } from './batch-check.tsx';
import styles from './batches.module.css';
import { ColumnMapping } from './column-mapping.tsx';
import type { CsvFile } from './read-csv.ts';
import { keptMapping, type Mapping, type SeenMapping, suggestMapping } from './suggest-mapping.ts';

type Settings = Pick<BatchRequest, 'template_id' | 'version' | 'format' | 'test' | 'name'>;

/** The choices of a person for a batch, which hold for a corrected file too. */
export interface BatchChoices {
  readonly settings: Settings;
  readonly seen?: SeenMapping | undefined;
}

interface BatchFormProps {
  file: CsvFile;
  onFile: (file: CsvFile) => void;
  templates: readonly Template[];
  /** Undefined before a choice. */
  choices: BatchChoices | undefined;
  onChoices: (choices: BatchChoices) => void;
}

/** The settings of a batch from a file, and its columns once the fields of the template are known. */
export function BatchForm({ file, onFile, templates, choices, onChoices }: BatchFormProps) {
  const settings = choices?.settings ?? firstSettings(file, templates);
  const fields = useQuery(templateFieldsQuery(settings.template_id, settings.version));
  return (
    <Stack gap="large">
      <BatchSettings
        settings={settings}
        onSettings={(next) =>
          onChoices({ settings: next, seen: isSameTemplate(settings, next) ? choices?.seen : undefined })
        }
        templates={templates}
      />
      <Loaded query={fields}>
        {(found) => (
          <Columns
            file={file}
            onFile={onFile}
            settings={settings}
            mapping={keptMapping(file.start.columns, suggestMapping(file.start.columns, found), choices?.seen)}
            onMapping={(mapping) => onChoices({ settings, seen: { columns: file.start.columns, mapping } })}
            fields={found}
          />
        )}
      </Loaded>
    </Stack>
  );
}

function firstSettings(file: CsvFile, templates: readonly Template[]): Settings {
  const { id, version } = templates[0]!;
  return { template_id: id, version, format: 'mp4', test: false, name: file.name.slice(0, 200) };
}

function isSameTemplate(one: Settings, other: Settings): boolean {
  return one.template_id === other.template_id && one.version === other.version;
}

interface BatchSettingsProps {
  settings: Settings;
  onSettings: (settings: Settings) => void;
  templates: readonly Template[];
}

function BatchSettings({ settings, onSettings, templates }: BatchSettingsProps) {
  const { format, test, name } = settings;
  const set = (change: Partial<Settings>) => onSettings({ ...settings, ...change });
  return (
    <Panel title="Template">
      <Stack>
        <div className={styles.settings}>
          <TemplateChoice settings={settings} templates={templates} onSettings={onSettings} />
          <SelectField
            label="Format"
            value={format}
            options={VIDEO_FORMATS.map((each) => ({ value: each, label: each }))}
            onValue={(value) => set({ format: VIDEO_FORMATS.find((each) => each === value)! })}
          />
          <TextField
            label="Name of the batch"
            maxLength={200}
            value={name}
            onChange={(event) => set({ name: event.target.value })}
          />
        </div>
        <CheckField
          label="Test videos"
          hint="Free, small and with a watermark."
          checked={test}
          onChecked={(isTest) => set({ test: isTest })}
        />
      </Stack>
    </Panel>
  );
}

/** Chooses a template and one of its versions; another template begins with its newest. */
function TemplateChoice({ settings, onSettings, templates }: BatchSettingsProps) {
  const newestOf = (id: string) => templates.find((each) => each.id === id)!.version;
  const newest = newestOf(settings.template_id);
  const versions = Array.from({ length: newest }, (_, index) => String(newest - index));
  return (
    <>
      <SelectField
        label="Template"
        value={settings.template_id}
        options={templates.map(({ id, name }) => ({ value: id, label: name }))}
        onValue={(id) => onSettings({ ...settings, template_id: id, version: newestOf(id) })}
      />
      <SelectField
        label="Version"
        value={String(settings.version)}
        options={versions.map((value, index) => ({ value, label: index === 0 ? `${value}, the newest` : value }))}
        onValue={(value) => onSettings({ ...settings, version: Number(value) })}
      />
    </>
  );
}

interface ColumnsProps {
  file: CsvFile;
  onFile: (file: CsvFile) => void;
  settings: Settings;
  mapping: Mapping;
  onMapping: (mapping: Mapping) => void;
  fields: Parameters<typeof ColumnMapping>[0]['fields'];
}

function Columns({ file, onFile, settings, mapping, onMapping, fields }: ColumnsProps) {
  const request: BatchRequest = { ...settings, csv: file.text, mapping };
  return (
    <>
      <Panel title="What the columns set">
        <Stack>
          <ColumnMapping start={file.start} fields={fields} mapping={mapping} onMapping={onMapping} />
        </Stack>
      </Panel>
      <LookAtRows file={file} mapping={mapping} fields={fields} template={settings} />
      <CheckAndOrder key={JSON.stringify(request)} request={request} file={file} onFile={onFile} />
    </>
  );
}

/** Loaded on request. */
const FoundRowsPanel = lazy(async () => ({ default: (await import('./found-rows-panel.tsx')).FoundRowsPanel }));

/** The most unusual rows in the picture, on request: each picture is painted as a video would be. */
function LookAtRows(props: ComponentProps<typeof FoundRowsPanel>) {
  const [isOpen, setOpen] = useState(false);
  if (Object.keys(props.mapping).length === 0) return null;
  if (isOpen) {
    return (
      <Suspense>
        <FoundRowsPanel {...props} />
      </Suspense>
    );
  }
  return (
    <Panel title="Rows to look at">
      <Stack gap="small">
        <p>The rows with the longest, the shortest and missing values show best whether the template holds them.</p>
        <div>
          <Button onClick={() => setOpen(true)}>Show them</Button>
        </div>
      </Stack>
    </Panel>
  );
}

/** Checks a request and orders it. A change of the request discards the check. */
function CheckAndOrder({ request, file, onFile }: Pick<ColumnsProps, 'file' | 'onFile'> & { request: BatchRequest }) {
  const check = useMutation({ mutationFn: () => validateBatch(request) });
  const { mutate } = check;
  const isShortened = file.leftOut !== undefined;
  useEffect(() => {
    if (isShortened) mutate();
  }, [isShortened, mutate]);
  const order = useOrder(request);
  const checked = check.data;
  const ready = checked?.valid === true && checked.affordable !== false ? checked : undefined;
  return (
    <Panel title="Check and render">
      <Stack>
        {Object.keys(request.mapping).length === 0 && <p>Choose what at least one column sets.</p>}
        {check.error && <ErrorNote error={check.error} />}
        {file.leftOut && <LeftOut name={file.name} {...file.leftOut} />}
        {checked && <BatchCheck result={checked} file={file} onFile={onFile} />}
        {order.error && <ErrorNote error={order.error} />}
        <Actions>
          <Button
            look={ready ? 'plain' : 'primary'}
            isBusy={check.isPending}
            disabled={Object.keys(request.mapping).length === 0}
            onClick={() => check.mutate()}
          >
            Check all rows
          </Button>
          {ready && (
            <Button look="primary" isBusy={order.isPending} onClick={() => order.mutate()}>
              Render {ready.videos === 1 ? 'one video' : `${formatNumber(ready.videos ?? 0)} videos`}
            </Button>
          )}
        </Actions>
      </Stack>
    </Panel>
  );
}

/** The rows that the batch leaves out, as a file in which they can be corrected. */
function LeftOut({ name, count, text }: { name: string; count: number; text: string }) {
  const href = useMemo(() => URL.createObjectURL(new Blob([text], { type: 'text/csv' })), [text]);
  return (
    <p>
      {count === 1 ? 'One row is' : `${formatNumber(count)} rows are`} left out.{' '}
      <a href={href} download={`${name || 'rows'}-left-out.csv`}>
        Download {count === 1 ? 'it' : 'them'} to correct
      </a>
    </p>
  );
}

/** Creates the batch and opens it. */
function useOrder(request: BatchRequest) {
  const client = useQueryClient();
  const navigate = useNavigate();
  // Repeats of this order, after an answer was lost, create one batch.
  const [key] = useState(newIdempotencyKey);
  return useMutation({
    mutationFn: () => createBatch(request, key),
    onSuccess: async ({ id }) => {
      await client.invalidateQueries({ queryKey: BATCHES.all });
      await client.invalidateQueries({ queryKey: CREDITS.all });
      await navigate({ to: '/batches/$id', params: { id } });
    },
  });
}
