import { useState } from 'react';
import { Button } from '../ui/button.tsx';
import { Menu, MenuChoice } from '../ui/menu.tsx';
import { applyTheme, storedTheme, type Theme, THEMES } from './theme.ts';

export function ThemeMenu() {
  const [theme, setTheme] = useState<Theme>(storedTheme);
  const choose = (chosen: Theme): void => {
    applyTheme(chosen);
    setTheme(chosen);
  };
  return (
    <Menu side="top" align="start" trigger={<Button look="quiet">Colors</Button>}>
      <MenuChoice label="Colors" value={theme} options={THEMES} onChange={choose} />
    </Menu>
  );
}
