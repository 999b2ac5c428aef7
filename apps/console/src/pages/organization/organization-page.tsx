import { useQuery } from '@tanstack/react-query';
import { type components, unwrap } from '#libs/client';
import { api } from '../../api/client.ts';
import { ORGANIZATION } from '../../api/query-keys.ts';
import { useMay } from '../../session/may.ts';
import { CopyableId } from '../../ui/copy-button.tsx';
import { formatBytes, formatNumber } from '../../ui/format.ts';
import { Loaded } from '../../ui/loaded.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { Facts, Panel, Stack } from '../../ui/panel.tsx';
import { ProgressBar } from '../../ui/progress-bar.tsx';
import { Time } from '../../ui/time.tsx';
import styles from './organization-page.module.css';
import { NameForm } from './name-form.tsx';

type Organization = components['schemas']['OwnOrganization'];

/** The name of the organization, and what it may use. */
export function OrganizationPage() {
  const query = useQuery({
    queryKey: ORGANIZATION.own,
    queryFn: ({ signal }) => unwrap(api.GET('/organization', { signal })),
  });
  return (
    <>
      <PageHeader title="Organization" description="Its name, and what it may use." />
      <Loaded query={query}>
        {(organization) => (
          <Stack gap="large">
            <About organization={organization} />
            <Quotas organization={organization} />
          </Stack>
        )}
      </Loaded>
    </>
  );
}

function About({ organization: { id, name, created_at } }: { organization: Organization }) {
  const mayAdminister = useMay('administer');
  return (
    <Panel title="About">
      <Stack gap="large">
        <Facts
          facts={[
            ['Name', name],
            ['Id', <CopyableId key="id" id={id} label="Copy id" />],
            ['Since', <Time key="since" at={created_at} isLong />],
          ]}
        />
        {mayAdminister && <NameForm key={name} name={name} />}
      </Stack>
    </Panel>
  );
}

function Quotas({
  organization: { rate_limit, session_rate_limit, templates, assets },
}: {
  organization: Organization;
}) {
  return (
    <Panel title="Limits">
      <Stack gap="large">
        <Facts
          facts={[
            ['Requests of all keys', `${formatNumber(rate_limit)} a minute`],
            ['Requests of a user', `${formatNumber(session_rate_limit)} a minute`],
            ['Size of a file', formatBytes(assets.max_file_size)],
          ]}
        />
        <Used name="Templates" used={templates.templates} most={templates.max_templates} format={formatNumber} />
        <Used name="Size of templates" used={templates.bytes} most={templates.max_bytes} format={formatBytes} />
        <Used name="Files" used={assets.files} most={assets.max_files} format={formatNumber} />
        <Used name="Size of files" used={assets.bytes} most={assets.max_bytes} format={formatBytes} />
        <p className={styles.note}>The operator of this installation sets the limits.</p>
      </Stack>
    </Panel>
  );
}

interface UsedProps {
  name: string;
  used: number;
  most: number;
  format: (value: number) => string;
}

/** The used part of a quota. */
function Used({ name, used, most, format }: UsedProps) {
  return (
    <div>
      <p className={styles.used}>
        <span>{name}</span>
        <span className={styles.note}>
          {format(used)} of {format(most)}
        </span>
      </p>
      <ProgressBar value={most === 0 ? 100 : Math.min(100, (used / most) * 100)} label={name} />
    </div>
  );
}
