export const THEMES = [
  { value: 'system', label: 'As the system' },
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
] as const;
export type Theme = (typeof THEMES)[number]['value'];

const KEY = 'framewright-theme';

export function storedTheme(): Theme {
  const stored = localStorage.getItem(KEY);
  return THEMES.find(({ value }) => value === stored)?.value ?? 'system';
}

/** Shows and keeps a theme. Without one the page follows the system. */
export function applyTheme(theme: Theme): void {
  if (theme === 'system') {
    localStorage.removeItem(KEY);
    delete document.documentElement.dataset['theme'];
    return;
  }
  localStorage.setItem(KEY, theme);
  document.documentElement.dataset['theme'] = theme;
}
