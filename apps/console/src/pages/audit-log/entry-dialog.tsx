import { actionInWords, actorInWords, type AllAuditSearch, type ShownEntry } from '../../api/audit-log.ts';
import { Button } from '../../ui/button.tsx';
import { CopyableId } from '../../ui/copy-button.tsx';
import { Actions, Dialog } from '../../ui/dialog.tsx';
import { Facts } from '../../ui/panel.tsx';
import { Time } from '../../ui/time.tsx';
import { OutcomeBadge } from './outcome-badge.tsx';

interface EntryDialogProps {
  entry: ShownEntry;
  onClose: () => void;
  /** Shows the entries that are like this one. */
  onSelect: (filter: AllAuditSearch) => void;
}

/** All that the audit log says of one change. */
export function EntryDialog({ entry, onClose, onSelect }: EntryDialogProps) {
  const { actor, action } = entry;
  const { id: actorId } = actor;
  return (
    <Dialog isOpen onClose={onClose} title={actionInWords(action)}>
      <Facts facts={factsOf(entry)} />
      <Actions>
        <Button onClick={() => onSelect({ action })}>All like this</Button>
        {actorId !== null && <Button onClick={() => onSelect({ actor: actorId })}>All by this {actor.type}</Button>}
      </Actions>
    </Dialog>
  );
}

/** The thing that the id of an actor identifies. */
const IDENTIFIED: Readonly<Record<ShownEntry['actor']['type'], string>> = {
  user: 'User',
  key: 'Key',
  operator: 'User',
  command: 'User',
  reviewer: 'Review link',
};

function factsOf({
  actor,
  action,
  target,
  status,
  changes,
  request_id,
  address,
  created_at,
  organization,
}: ShownEntry) {
  const id = (value: string, what: string) => <CopyableId key={what} id={value} label={`Copy the id of ${what}`} />;
  return [
    ['When', <Time key="when" at={created_at} isLong />],
    ['Who', actorInWords(actor)],
    ...(actor.id === null ? [] : [[IDENTIFIED[actor.type], id(actor.id, 'who did it')] as const]),
    ['Operation', <code key="operation">{action}</code>],
    ['What', <code key="what">{target.type}</code>],
    ...(target.name === null ? [] : [['Name', target.name] as const]),
    ...(target.id === null ? [] : [['Id', id(target.id, 'what was changed')] as const]),
    ...(organization ? [['Organization', organization.name ?? organization.id] as const] : []),
    ...changes.map(
      ({ field, before, after }) =>
        [`Change of ${field.replaceAll('_', ' ')}`, `${before ?? 'none'} → ${after ?? 'none'}`] as const,
    ),
    ['Outcome', <OutcomeBadge key="outcome" status={status} />],
    ...(address === null ? [] : [['Address', <code key="address">{address}</code>] as const]),
    ...(request_id === null ? [] : [['Request', id(request_id, 'the request')] as const]),
  ] as const;
}
