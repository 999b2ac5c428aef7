import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { ROLE_TEXTS } from '../session/roles.ts';
import { signInOptionsQuery, useChooseOrganization, useSession, useSignOut } from '../session/session.ts';
import { Icon } from '../ui/icon.tsx';
import { Menu, MenuChoice, MenuItem, MenuLabel, MenuSeparator } from '../ui/menu.tsx';
import styles from './account-menus.module.css';
import { applyTheme, storedTheme, type Theme, THEMES } from './theme.ts';

/** The organization in which everything happens; the menu changes it. */
export function OrganizationMenu() {
  const { organization, organizations, role } = useSession();
  const choose = useChooseOrganization();
  const label = (
    <span className={styles.text}>
      <span className={styles.name}>{organization.name}</span>
      <span className={styles.note}>{ROLE_TEXTS[role].label}</span>
    </span>
  );
  if (organizations.length < 2) return <div className={styles.still}>{label}</div>;
  return (
    <Menu
      align="start"
      trigger={
        <button type="button" className={styles.trigger}>
          {label}
          <Icon name="expand" />
        </button>
      }
    >
      <MenuChoice
        label="Organization"
        value={organization.id}
        options={organizations.map(({ id, name }) => ({ value: id, label: name }))}
        onChange={(id) => choose.mutate(id)}
      />
    </Menu>
  );
}

/** The user: the account, colors of the console, and the way out. */
export function UserMenu() {
  const { user } = useSession();
  const signOut = useSignOut();
  const provider = useQuery(signInOptionsQuery).data?.single_sign_on;
  const navigate = useNavigate();
  const [theme, setTheme] = useState<Theme>(storedTheme);
  const chooseTheme = (chosen: Theme): void => {
    applyTheme(chosen);
    setTheme(chosen);
  };
  return (
    <Menu
      align="start"
      side="top"
      trigger={
        <button type="button" className={styles.trigger}>
          <span className={styles.text}>
            <span className={styles.name}>{user.name}</span>
            <span className={styles.note}>{user.email}</span>
          </span>
          <Icon name="expand" />
        </button>
      }
    >
      <MenuLabel>{user.email}</MenuLabel>
      <MenuItem onSelect={() => void navigate({ to: '/account' })}>Your account</MenuItem>
      <MenuSeparator />
      <MenuChoice label="Colors" value={theme} options={THEMES} onChange={chooseTheme} />
      <MenuSeparator />
      {provider !== undefined && provider !== null && (
        <MenuItem onSelect={() => window.location.assign('/v1/session/single-sign-on?connect=true')}>
          Connect {provider}
        </MenuItem>
      )}
      <MenuItem onSelect={() => signOut.mutate()}>Sign out</MenuItem>
    </Menu>
  );
}
