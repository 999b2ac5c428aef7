import type { ReactNode } from 'react';
import { Button } from './button.tsx';
import { Icon } from './icon.tsx';
import { Menu } from './menu.tsx';

/** The actions on the row of `name`. */
export function RowMenu({ name, children }: { name: string; children: ReactNode }) {
  const trigger = (
    <Button look="quiet" size="small" aria-label={`Actions for ${name}`}>
      <Icon name="more" />
    </Button>
  );
  return <Menu trigger={trigger}>{children}</Menu>;
}
