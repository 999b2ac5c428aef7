import { createContext, use, useEffect, useState } from 'react';
import type * as Radix from './menu-parts.ts';

type Parts = typeof Radix;

export const MenuParts = createContext<Parts | undefined>(undefined);

/** The parts of the menu around. */
export function useMenuParts(): Parts {
  return use(MenuParts)!;
}

let loaded: Parts | undefined;

/** The parts of menus, once they are loaded: when a menu has appeared, and again when one `isWanted`. */
export function useLoadedMenu(isWanted: boolean): Parts | undefined {
  const [parts, setParts] = useState(loaded);
  useEffect(() => {
    if (parts) return;
    const load = async (): Promise<void> => setParts((loaded = await import('./menu-parts.ts')));
    load().catch(() => undefined); // offline: the next one that appears or is pressed tries again
  }, [parts, isWanted]);
  return parts;
}
