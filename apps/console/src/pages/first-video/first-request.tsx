import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type ReactNode, type SyntheticEvent, useState } from 'react';
import { type Template, unwrap, type VideoRequest } from '#libs/client';
import { api } from '../../api/client.ts';
import { VIDEOS } from '../../api/query-keys.ts';
import { LANGUAGES, requestCode } from '../../api/request-code.ts';
import { rememberVideo } from '../../api/videos.ts';
import { useMay } from '../../session/may.ts';
import { Button, buttonClass } from '../../ui/button.tsx';
import { CodeBlock } from '../../ui/code-block.tsx';
import { ErrorNote } from '../../ui/error-state.tsx';
import { SelectField, TextAreaField } from '../../ui/field.tsx';
import { Panel, Stack } from '../../ui/panel.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { VideoResult } from '../videos/video-result.tsx';
import { type EditableText, editableTexts } from './editable-texts.ts';
import styles from './first-request.module.css';

export function FirstRequest({ template }: { template: Template }) {
  const texts = template.document ? editableTexts(template.document) : [];
  const [index, setIndex] = useState(0);
  const [typed, setTyped] = useState<string>();
  const request = requestOf(template.id, texts[index], typed);
  const creation = useCreation(request);
  return (
    <div className={styles.columns}>
      <Stack gap="large">
        <Panel title="Change a text">
          <RenderForm creation={creation}>
            <TextFields
              texts={texts}
              index={index}
              typed={typed}
              onIndex={(chosen) => {
                setIndex(chosen);
                setTyped(undefined);
              }}
              onTyped={setTyped}
            />
          </RenderForm>
        </Panel>
        {creation.data && <VideoResult id={creation.data.id} />}
      </Stack>
      <Panel title="The same from your program" actions={<ToKeys />}>
        <Tabs
          label="Language"
          tabs={LANGUAGES.map((name) => ({ name, label: name, content: <Code name={name} request={request} /> }))}
        />
      </Panel>
    </div>
  );
}

function useCreation(body: VideoRequest) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => unwrap(api.POST('/videos', { body })),
    onSuccess: (video) => {
      rememberVideo(client, video);
      void client.invalidateQueries({ queryKey: VIDEOS.lists });
    },
  });
}

function RenderForm({ creation, children }: { creation: ReturnType<typeof useCreation>; children: ReactNode }) {
  const mayWrite = useMay('write');
  const submit = (event: SyntheticEvent): void => {
    event.preventDefault();
    if (mayWrite) creation.mutate();
  };
  return (
    <form onSubmit={submit}>
      <Stack>
        {children}
        {creation.error && <ErrorNote error={creation.error} />}
        {mayWrite ? (
          <div>
            <Button look="primary" type="submit" isBusy={creation.isPending}>
              Render
            </Button>
          </div>
        ) : (
          <p>As a viewer you may not render. Ask an owner of your organization to make you an editor.</p>
        )}
      </Stack>
    </form>
  );
}

interface TextFieldsProps {
  texts: readonly EditableText[];
  /** The text that is chosen. */
  index: number;
  /** Undefined for the text of the template. */
  typed: string | undefined;
  onIndex: (index: number) => void;
  onTyped: (text: string) => void;
}

function TextFields({ texts, index, typed, onIndex, onTyped }: TextFieldsProps) {
  const chosen = texts[index];
  if (!chosen) return null;
  return (
    <>
      <SelectField
        label="Layer"
        value={String(index)}
        onValue={(value) => onIndex(Number(value))}
        options={texts.map(({ page, layer }, each) => ({ value: String(each), label: `${layer} · page ${page}` }))}
      />
      <TextAreaField
        label="Text"
        rows={2}
        value={typed ?? chosen.text}
        onChange={(event) => onTyped(event.target.value)}
      />
    </>
  );
}

/** A link to the page on which owners create the key that the code reads from the environment. */
function ToKeys() {
  const mayAdminister = useMay('administer');
  return mayAdminister ? (
    <Link to="/keys" className={buttonClass({ size: 'small' })}>
      Get a key
    </Link>
  ) : null;
}

function Code({ name, request }: { name: (typeof LANGUAGES)[number]; request: VideoRequest }) {
  return <CodeBlock label={`the call in ${name}`} code={requestCode(name, `${window.location.origin}/v1`, request)} />;
}

function requestOf(template_id: string, chosen: EditableText | undefined, typed: string | undefined): VideoRequest {
  if (!chosen || typed === undefined || typed === chosen.text) return { template_id, format: 'mp4' };
  const layers = [{ name: chosen.layer, text: typed }];
  return { template_id, format: 'mp4', pages: [{ number: chosen.page, layers }] };
}
