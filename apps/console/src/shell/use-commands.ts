import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { unwrap } from '#libs/client';
import { api } from '../api/client.ts';
import { TEMPLATES, VIDEOS } from '../api/query-keys.ts';
import { type ListedVideo, videoTitle } from '../api/videos.ts';
import { may } from '../session/may.ts';
import { useSession, useSignOut } from '../session/session.ts';
import type { IconName } from '../ui/icon.tsx';
import { NAVIGATION, REFERENCES, type Entry } from './navigation.ts';
import { applyTheme } from './theme.ts';

export interface Command {
  readonly id: string;
  readonly label: string;
  readonly icon: IconName;
  /** More about it, such as the status of a video. */
  readonly hint?: string;
  readonly run: () => void;
}

export interface CommandGroup {
  readonly label: string;
  readonly commands: readonly Command[];
}

/** Most templates and videos that are found. */
const FOUND = 6;
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** The commands whose names contain the sought text; without one, the pages and actions. */
export function useCommands(sought: string): CommandGroup[] {
  const groups = [
    { label: 'Videos', commands: useVideoCommands(sought) },
    { label: 'Templates', commands: useTemplateCommands(sought) },
    { label: 'Actions', commands: useActions().filter(({ label }) => fits(label, sought)) },
    { label: 'Pages', commands: usePages().filter(({ label }) => fits(label, sought)) },
  ];
  return groups.filter(({ commands }) => commands.length > 0);
}

function fits(label: string, sought: string): boolean {
  return sought
    .toLowerCase()
    .split(/\s+/)
    .every((word) => label.toLowerCase().includes(word));
}

function useTo(): (to: string) => () => void {
  const router = useRouter();
  return (to) => () => void router.navigate({ href: router.buildLocation({ to }).href });
}

function usePages(): Command[] {
  const session = useSession();
  const to = useTo();
  const entries: Entry[] = NAVIGATION.flatMap((group) => [...group.entries]);
  return entries
    .filter(({ access }) => access === undefined || may(session, access))
    .map((entry) => ({ id: entry.to, label: entry.label, icon: entry.icon, run: to(entry.to) }));
}

function useActions(): Command[] {
  const session = useSession();
  const to = useTo();
  const signOut = useSignOut();
  const go = (label: string, icon: IconName, path: string): Command => ({ id: label, label, icon, run: to(path) });
  return [
    ...(may(session, 'write')
      ? [
          go('New video', 'play', '/videos/new'),
          go('New batch', 'batch', '/batches/new'),
          go('Start from a template', 'template', '/templates/new'),
        ]
      : []),
    go('Your account', 'members', '/account'),
    ...REFERENCES.map(({ label, href }): Command => ({
      id: label,
      label,
      icon: 'external',
      run: () => window.open(href, '_blank', 'noopener'),
    })),
    { id: 'light', label: 'Light colors', icon: 'eye', run: () => applyTheme('light') },
    { id: 'dark', label: 'Dark colors', icon: 'eye', run: () => applyTheme('dark') },
    { id: 'sign-out', label: 'Sign out', icon: 'back', run: () => signOut.mutate() },
  ];
}

function useTemplateCommands(search: string): Command[] {
  const to = useTo();
  const query = { limit: FOUND, search };
  const { data } = useQuery({
    queryKey: TEMPLATES.list({ palette: search }),
    queryFn: ({ signal }) => unwrap(api.GET('/templates', { params: { query }, signal })),
    enabled: search !== '',
    placeholderData: keepPreviousData,
  });
  if (search === '') return [];
  return (data?.data ?? []).map(({ id, name, width, height }) => ({
    id,
    label: name,
    icon: 'template',
    hint: `${width}×${height}`,
    run: to(`/templates/${id}`),
  }));
}

/** Videos by their id or the beginning of their metadata. */
function useVideoCommands(sought: string): Command[] {
  const to = useTo();
  const { data } = useQuery({
    queryKey: VIDEOS.list({ palette: sought }),
    queryFn: ({ signal }) => findVideos(sought, signal),
    enabled: sought !== '',
    placeholderData: keepPreviousData,
  });
  if (sought === '') return [];
  return (data ?? []).map(({ id, metadata, status }) => ({
    id,
    label: videoTitle({ id, metadata }),
    icon: 'video',
    hint: status.toLowerCase(),
    run: to(`/videos/${id}`),
  }));
}

async function findVideos(
  sought: string,
  signal: AbortSignal,
): Promise<Pick<ListedVideo, 'id' | 'metadata' | 'status'>[]> {
  if (UUID.test(sought)) {
    const params = { path: { id: sought.toLowerCase() } };
    return unwrap(api.GET('/videos/{id}', { params, signal })).then(
      (video) => [video],
      () => [],
    );
  }
  const query = { limit: FOUND, metadata: sought.slice(0, 128) };
  return (await unwrap(api.GET('/videos', { params: { query }, signal }))).data;
}
