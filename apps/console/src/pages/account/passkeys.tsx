import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { usePasskeys } from '../../session/passkeys.ts';
import { Button } from '../../ui/button.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { MenuItem, MenuSeparator } from '../../ui/menu.tsx';
import { Panel, Stack } from '../../ui/panel.tsx';
import { RowMenu } from '../../ui/row-menu.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { actionsColumn, type Column, Table } from '../../ui/table.tsx';
import { Time } from '../../ui/time.tsx';
import styles from './account.module.css';
import { NewPasskeyDialog } from './new-passkey-dialog.tsx';
import { ProveFactorDialog } from './prove-factor-dialog.tsx';
import { RenamePasskeyDialog } from './rename-passkey-dialog.tsx';
import { type Passkey, passkeysQuery } from './second-factor-query.ts';

/** The change for which a dialog is open. */
type Deed = { do: 'add' } | { do: 'rename' | 'remove'; of: Passkey };

/** The passkeys of the user, who adds, names and removes them. */
export function Passkeys() {
  const query = useQuery(passkeysQuery);
  const { isHere } = usePasskeys();
  const [deed, setDeed] = useState<Deed>();
  const close = () => setDeed(undefined);
  return (
    <Panel
      title="Passkeys"
      actions={
        isHere && (
          <Button size="small" onClick={() => setDeed({ do: 'add' })}>
            Add a passkey
          </Button>
        )
      }
    >
      <Stack>
        <p>
          A passkey signs you in by your finger, your face or the PIN of your device, without password and code. No
          other site can ask for it.
        </p>
        {!isHere && <Elsewhere />}
        <Loaded query={query} loading={<Skeleton lines={2} />}>
          {({ data }) =>
            data.length > 0 && (
              <Table caption="Your passkeys" columns={columns(setDeed)} rows={data} keyOf={({ id }) => id} />
            )
          }
        </Loaded>
      </Stack>
      {deed?.do === 'add' && <NewPasskeyDialog onClose={close} />}
      {deed?.do === 'rename' && <RenamePasskeyDialog of={deed.of} onClose={close} />}
      {deed?.do === 'remove' && <ProveFactorDialog deed={{ do: 'remove-passkey', of: deed.of }} onClose={close} />}
    </Panel>
  );
}

/** Why none can be added on this page, and where one can. */
function Elsewhere() {
  const { address } = usePasskeys();
  if (address === undefined || new URL(address).origin === location.origin)
    return <p className={styles.note}>This browser has no passkeys for this address: they need https.</p>;
  return (
    <p className={styles.note}>
      Passkeys work at <a href={address}>{address}</a>: sign in there to add one.
    </p>
  );
}

function columns(onDeed: (deed: Deed) => void): readonly Column<Passkey>[] {
  return [
    { head: 'Name', isEssential: true, isWide: true, cell: ({ name }) => name },
    { head: 'Kept', cell: ({ synced }) => (synced ? 'on several devices' : 'on one device') },
    { head: 'Added', align: 'right', cell: ({ created_at }) => <Time at={created_at} /> },
    {
      head: 'Last used',
      align: 'right',
      cell: ({ last_used_at }) => (last_used_at === null ? 'never' : <Time at={last_used_at} />),
    },
    actionsColumn((passkey) => (
      <RowMenu name={passkey.name}>
        <MenuItem onSelect={() => onDeed({ do: 'rename', of: passkey })}>Rename</MenuItem>
        <MenuSeparator />
        <MenuItem isDanger onSelect={() => onDeed({ do: 'remove', of: passkey })}>
          Remove
        </MenuItem>
      </RowMenu>
    )),
  ];
}
