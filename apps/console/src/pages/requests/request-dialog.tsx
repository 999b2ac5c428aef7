import type { RequestSearch } from '../../api/request-search.ts';
import { type LoggedRequest, requestAsCurl } from '../../api/requests.ts';
import { Button } from '../../ui/button.tsx';
import { CodeBlock } from '../../ui/code-block.tsx';
import { CopyableId } from '../../ui/copy-button.tsx';
import { Actions, Dialog } from '../../ui/dialog.tsx';
import { formatNumber } from '../../ui/format.ts';
import { Facts, Stack } from '../../ui/panel.tsx';
import { Time } from '../../ui/time.tsx';
import { RequestStatus } from './request-status.tsx';

interface RequestDialogProps {
  request: LoggedRequest;
  onClose: () => void;
  /** Shows the requests that are like this one. */
  onSelect: (search: RequestSearch) => void;
}

/** All that is known of one request. */
export function RequestDialog({ request, onClose, onSelect }: RequestDialogProps) {
  const { method, path, route, caller } = request;
  const curl = requestAsCurl(request, `${window.location.origin}/v1`);
  return (
    <Dialog isOpen onClose={onClose} title={`${method} ${route ?? path ?? 'an unknown path'}`}>
      <Stack>
        <Facts facts={factsOf(request)} />
        {curl === undefined ? (
          <p>Its body and its query are not kept.</p>
        ) : (
          <CodeBlock label="the request as curl" code={curl} />
        )}
        <Actions>
          <Button onClick={() => onSelect({ by: caller.id })}>All by this {NOUNS[caller.type]}</Button>
        </Actions>
      </Stack>
    </Dialog>
  );
}

const NOUNS = { key: 'key', user: 'user', preview: 'preview token' } as const satisfies Record<
  LoggedRequest['caller']['type'],
  string
>;

/** The sender of a request. */
export function callerInWords({ type, name }: LoggedRequest['caller']): string {
  if (type === 'preview') return 'A preview';
  if (name === null) return type === 'key' ? 'A key' : 'A former member';
  return type === 'key' ? `Key ${name}` : name;
}

function factsOf({ request_id, path, status, error_code, duration_ms, caller, created_at }: LoggedRequest) {
  return [
    ['Request id', <CopyableId key="id" id={request_id} label="Copy the id of the request" />],
    ['When', <Time key="when" at={created_at} isLong />],
    ...(path === null ? [] : [['Path', <code key="path">{path}</code>] as const]),
    ['Status', <RequestStatus key="status" status={status} />],
    ...(error_code === null ? [] : [['Error', <code key="error">{error_code}</code>] as const]),
    ['Duration', `${formatNumber(duration_ms)} ms`],
    ['Sent by', callerInWords(caller)],
  ] as const;
}
