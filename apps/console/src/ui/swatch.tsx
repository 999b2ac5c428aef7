import { useMemo } from 'react';
import { ColorPicker } from './color-picker.tsx';
import type { Bytes } from './hsv.ts';
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

/** The color in sRGB; of a gradient, its first color. */
function bytesOf(color: string): Bytes {
  const context = document.createElement('canvas').getContext('2d');
  if (!context) return [0, 0, 0, 255];
  const solid = /#[0-9a-f]{3,8}\b|rgba?\([^)]*\)|hsla?\([^)]*\)/i.exec(color)?.[0] ?? color;
  context.fillStyle = solid;
  context.fillRect(0, 0, 1, 1);
  const [red = 0, green = 0, blue = 0, alpha = 255] = context.getImageData(0, 0, 1, 1).data;
  return [red, green, blue, alpha];
}
