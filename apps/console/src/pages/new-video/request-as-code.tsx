import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { unwrap, type VideoRequest } from '#libs/client';
import { api } from '../../api/client.ts';
import { ORGANIZATION } from '../../api/query-keys.ts';
import { LANGUAGES, requestCode } from '../../api/request-code.ts';
import { useMay } from '../../session/may.ts';
import { Button } from '../../ui/button.tsx';
import { CodeBlock } from '../../ui/code-block.tsx';
import { ErrorNote } from '../../ui/error-state.tsx';
import { Panel, Stack } from '../../ui/panel.tsx';
import { Tabs } from '../../ui/tabs.tsx';

/** A key that was made for the code, kept until the page is left or loaded again, and nowhere else. */
let madeKey: string | undefined;

/** The request in the languages of callers; for owners with a key that is made in place. */
export function RequestAsCode({ request }: { request: VideoRequest }) {
  const [key, setKey] = useState(madeKey);
  const client = useQueryClient();
  const mayAdminister = useMay('administer');
  const create = useMutation({
    mutationFn: () => unwrap(api.POST('/keys', { body: { name: 'New video', kind: 'read_write' } })),
    onSuccess: (created) => {
      madeKey = created.key;
      setKey(created.key);
      void client.invalidateQueries({ queryKey: ORGANIZATION.keys });
    },
  });
  const tabs = LANGUAGES.map((name) => {
    const code = requestCode(name, `${window.location.origin}/v1`, request, key);
    return { name, label: name, content: <CodeBlock label={`the call in ${name}`} code={code} /> };
  });
  return (
    <Panel
      title="The same from your program"
      actions={
        mayAdminister &&
        key === undefined && (
          <Button size="small" isBusy={create.isPending} onClick={() => create.mutate()}>
            Put a key into it
          </Button>
        )
      }
    >
      <Stack>
        {create.error && <ErrorNote error={create.error} />}
        {key !== undefined && (
          <p role="status">
            The code has the new key “New video”. It is shown only now; store it where your program reads its secrets.
          </p>
        )}
        <Tabs label="Language" tabs={tabs} />
      </Stack>
    </Panel>
  );
}
