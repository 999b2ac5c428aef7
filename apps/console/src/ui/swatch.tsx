import { useMemo } from 'react';
import { ColorPicker } from './color-picker.tsx';
import { bytesOf } from './bytes-of.ts';
import type { OfferedColor } from './offered-color.ts';
import { Popover } from './popover.tsx';
import styles from './swatch.module.css';

/** Room that the picker takes at most, px. */
const ROOM = { width: 264, height: 380 };

interface SwatchProps {
  label: string;
  /** A CSS color or gradient. */
  color: string | undefined;
  /** Colors that are offered, by the name of their group; asked for when the picker is opened. */
  offered?: () => Readonly<Record<string, readonly OfferedColor[]>>;
  /** Called with a color as `#rrggbb` or `#rrggbbaa`, or with the value of one that is offered. */
  onColor: (color: string) => void;
  onEnd: () => void;
}

/** A color, which opens its picker. */
export function Swatch({ label, color, offered, onColor, onEnd }: SwatchProps) {
  const bytes = useMemo(() => bytesOf(color || '#000000'), [color]);
  return (
    <Popover
      label={label}
      className={styles.swatch}
      face={<span style={{ background: color }} />}
      room={ROOM}
      onClose={onEnd}
    >
      {() => <ColorPicker color={bytes} offered={offered?.() ?? {}} onColor={onColor} />}
    </Popover>
  );
}
