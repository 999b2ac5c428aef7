import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { useState } from 'react';
import { type components, unwrap } from '#libs/client';
import { api } from '../../api/client.ts';
import { OPERATOR } from '../../api/query-keys.ts';
import { ROLE_TEXTS } from '../../session/roles.ts';
import { Button } from '../../ui/button.tsx';
import { CopyableId } from '../../ui/copy-button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Figures } from '../../ui/figures.tsx';
import { formatBytes, formatNumber } from '../../ui/format.ts';
import { Loaded } from '../../ui/loaded.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { Facts, Panel, Stack } from '../../ui/panel.tsx';
import { type Column, Table } from '../../ui/table.tsx';
import { Time } from '../../ui/time.tsx';
import { GrantDialog } from './grant-dialog.tsx';
import { LimitDialog } from './limit-dialog.tsx';

type Organization = components['schemas']['OrganizationDetails'];
type Member = Organization['members'][number];
type Failure = components['schemas']['Failure'];

const route = getRouteApi('/inside/operator/organizations/$id');
const SHOWN_FAILURES = 5;
const REFRESH_MS = 10_000;

/** One organization as the operators of the installation see it: what it has, what it may, and what has failed. */
export function OneOrganizationPage() {
  const { id } = route.useParams();
  const query = useQuery({
    queryKey: OPERATOR.organization(id),
    queryFn: ({ signal }) => unwrap(api.GET('/operator/organizations/{id}', { params: { path: { id } }, signal })),
    refetchInterval: REFRESH_MS,
  });
  return <Loaded query={query}>{(organization) => <OfOrganization organization={organization} />}</Loaded>;
}

function OfOrganization({ organization }: { organization: Organization }) {
  const { id, name, balance, running_videos, keys, members } = organization;
  const [deed, setDeed] = useState<'grant' | 'limit'>();
  const close = () => setDeed(undefined);
  return (
    <>
      <PageHeader title={name} trail={<Link to="/operator/organizations">All organizations</Link>}>
        <Button onClick={() => setDeed('limit')}>Change the rate limit</Button>
        <Button look="primary" onClick={() => setDeed('grant')}>
          Grant credits
        </Button>
      </PageHeader>
      <Stack gap="large">
        <Figures
          figures={[
            ['Credits', formatNumber(balance.available)],
            ['Held', formatNumber(balance.held)],
            ['Videos running', formatNumber(running_videos)],
            ['Keys that work', formatNumber(keys)],
          ]}
        />
        <Limits organization={organization} />
        <Failures id={id} />
        <Panel title="Members">
          <Table caption="Its members" columns={MEMBERS} rows={members} keyOf={(member) => member.id} />
        </Panel>
      </Stack>
      {deed === 'grant' && <GrantDialog organization={organization} onClose={close} />}
      {deed === 'limit' && <LimitDialog organization={organization} onClose={close} />}
    </>
  );
}

function Limits({ organization: { id, rate_limit, templates, assets, created_at } }: { organization: Organization }) {
  const of = (used: string, most: string) => `${used} of ${most}`;
  return (
    <Panel
      title="Limits"
      actions={
        <Link to="/operator/audit-log" search={{ organization: id }}>
          Its audit log
        </Link>
      }
    >
      <Facts
        facts={[
          ['Id', <CopyableId key="id" id={id} label="Copy id" />],
          ['Since', <Time key="since" at={created_at} isLong />],
          ['Requests', rate_limit === null ? 'the default' : `${formatNumber(rate_limit)} a minute`],
          ['Templates', of(formatNumber(templates.templates), formatNumber(templates.max_templates))],
          ['Size of templates', of(formatBytes(templates.bytes), formatBytes(templates.max_bytes))],
          ['Files', of(formatNumber(assets.files), formatNumber(assets.max_files))],
          ['Size of files', of(formatBytes(assets.bytes), formatBytes(assets.max_bytes))],
        ]}
      />
    </Panel>
  );
}

function Failures({ id }: { id: string }) {
  const query = useQuery({
    queryKey: OPERATOR.failures({ organization: id, limit: SHOWN_FAILURES }),
    queryFn: ({ signal }) =>
      unwrap(
        api.GET('/operator/failures', {
          params: { query: { limit: SHOWN_FAILURES, organization_id: id } },
          signal,
        }),
      ),
  });
  return (
    <Panel
      title="Latest failures"
      actions={
        <Link to="/operator/failures" search={{ organization: id }}>
          All of them
        </Link>
      }
    >
      <Loaded query={query}>
        {({ data }) =>
          data.length === 0 ? (
            <EmptyState title="No failed video">Nothing of it has failed.</EmptyState>
          ) : (
            <Table caption="Failures" columns={FAILURES} rows={data} keyOf={(failure) => failure.id} />
          )
        }
      </Loaded>
    </Panel>
  );
}

const FAILURES: readonly Column<Failure>[] = [
  { head: 'Failed', isEssential: true, cell: ({ finished_at }) => <Time at={finished_at} /> },
  { head: 'Reason', cell: ({ error }) => <code>{error.code}</code> },
  { head: 'Message', isWide: true, isEssential: true, cell: ({ error }) => error.message },
  { head: 'Video', cell: ({ id }) => <CopyableId id={id} label="Copy id of the video" /> },
];

const MEMBERS: readonly Column<Member>[] = [
  { head: 'Name', isEssential: true, cell: ({ name }) => name },
  { head: 'E-mail', isWide: true, isEssential: true, cell: ({ email }) => email },
  { head: 'Role', cell: ({ role }) => ROLE_TEXTS[role].label },
  { head: 'Since', align: 'right', cell: ({ created_at }) => <Time at={created_at} /> },
];
