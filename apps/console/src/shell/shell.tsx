import * as Radix from '@radix-ui/react-dialog';
import { Link, Outlet, useRouterState } from '@tanstack/react-router';
import { type ComponentType, lazy, Suspense, useEffect, useRef, useState } from 'react';
import { Icon } from '../ui/icon.tsx';
import { Logo } from '../session/logo.tsx';
import { MaintenanceBanner } from '../session/maintenance-banner.tsx';
import { may, useMay } from '../session/may.ts';
import { ComeBackBanner } from '../session/come-back.tsx';
import { useSession } from '../session/session.ts';
import { SignedIn } from '../session/signed-in.tsx';
import { OrganizationMenu, UserMenu } from './account-menus.tsx';
import { type Entry, entryAt, NAVIGATION, REFERENCES } from './navigation.ts';
import { PaletteButton, PaletteHost } from './palette-button.tsx';
import { RefusedPage } from './refused-page.tsx';
import styles from './shell.module.css';

const LowBalanceBanner = beside(async () => (await import('../session/low-balance-banner.tsx')).LowBalanceBanner);
const InvitationBanner = beside(async () => (await import('../session/own-invitations.tsx')).InvitationBanner);

/** A component that is loaded beside the page, which stays whole without it. */
function beside(load: () => Promise<ComponentType>) {
  return lazy(() =>
    load().then(
      (loaded) => ({ default: loaded }),
      () => ({ default: () => null }),
    ),
  );
}

/** The surroundings of every page: the menu, and below 900 px a bar that opens it. */
export function Shell() {
  return (
    <SignedIn>
      <Frame />
    </SignedIn>
  );
}

function Frame() {
  const path = useRouterState({ select: ({ location }) => location.pathname });
  const main = useRef<HTMLElement>(null);
  const [isSearching, setSearching] = useState(false);
  const search = () => setSearching(true);
  useFocusOnChange(path, main);
  return (
    <div className={styles.shell}>
      <a className={styles.skip} href="#main" onClick={(event) => focusMain(event, main.current)}>
        Skip to the page
      </a>
      <aside className={styles.side}>
        <Menu onSearch={search} />
      </aside>
      <Bar path={path} onSearch={search} />
      <PaletteHost isOpen={isSearching} onOpen={setSearching} />
      <main ref={main} id="main" className={styles.main} tabIndex={-1}>
        <MaintenanceBanner />
        <Suspense fallback={null}>
          <LowBalanceBanner />
        </Suspense>
        <div className={styles.page}>
          <Suspense fallback={null}>
            <InvitationBanner />
          </Suspense>
          <ComeBackBanner />
          <Page path={path} />
        </div>
      </main>
    </div>
  );
}

/** The page at a path, unless the user may not see it. */
function Page({ path }: { path: string }) {
  const session = useSession();
  const entry = entryAt(path);
  if (entry?.access && !may(session, entry.access)) return <RefusedPage label={entry.label} access={entry.access} />;
  return <Outlet />;
}

function focusMain(event: { preventDefault(): void }, main: HTMLElement | null): void {
  event.preventDefault();
  main?.focus();
}

/** Moves the focus to the beginning of a new page, so that reading continues there. */
function useFocusOnChange(path: string, main: { readonly current: HTMLElement | null }): void {
  const previous = useRef(path);
  useEffect(() => {
    if (previous.current === path) return;
    previous.current = path;
    main.current?.focus({ preventScroll: true });
    window.scrollTo(0, 0);
  }, [path, main]);
}

function Bar({ path, onSearch }: { path: string; onSearch: () => void }) {
  const [openAt, setOpenAt] = useState<string>();
  return (
    <header className={styles.bar}>
      <Logo />
      {/* Open for the page it was opened on: a step to another closes it. */}
      <Radix.Root open={openAt === path} onOpenChange={(open) => setOpenAt(open ? path : undefined)}>
        <Radix.Trigger className={styles.open} aria-label="Menu">
          <Icon name="menu" size={20} />
        </Radix.Trigger>
        <Radix.Portal>
          <div className={styles.veil}>
            <Radix.Content className={styles.sheet} aria-describedby={undefined}>
              <Radix.Title className="visually-hidden">Menu</Radix.Title>
              <Menu onSearch={onSearch} />
            </Radix.Content>
          </div>
        </Radix.Portal>
      </Radix.Root>
    </header>
  );
}

function Menu({ onSearch }: { onSearch: () => void }) {
  const may = { write: useMay('write'), administer: useMay('administer'), operate: useMay('operate') };
  const isShown = (entry: Entry): boolean => entry.access === undefined || may[entry.access];
  return (
    <div className={styles.menu}>
      <div className={styles.logo}>
        <Logo />
      </div>
      <div className={styles.organization}>
        <OrganizationMenu />
      </div>
      <div className={styles.search}>
        <PaletteButton onOpen={onSearch} />
      </div>
      <nav aria-label="Console" className={styles.groups}>
        {NAVIGATION.filter(({ entries }) => entries.some(isShown)).map((group) => (
          <section key={group.label} aria-label={group.label}>
            <h2 className={styles.group}>{group.label}</h2>
            <ul>
              {group.entries.filter(isShown).map((entry) => (
                <li key={entry.to}>
                  <Link to={entry.to} className={styles.entry} activeOptions={{ exact: entry.to === '/' }}>
                    <Icon name={entry.icon} />
                    {entry.label}
                  </Link>
                </li>
              ))}
            </ul>
          </section>
        ))}
      </nav>
      <ul className={styles.references} aria-label="Read">
        {REFERENCES.map(({ label, href }) => (
          <li key={href}>
            <a href={href} target="_blank" rel="noopener">
              {label}
            </a>
          </li>
        ))}
      </ul>
      <div className={styles.foot}>
        <UserMenu />
      </div>
    </div>
  );
}
