import { useMemo } from 'react';
import styles from './swatch.module.css';

interface SwatchProps {
  label: string;
  /** A CSS color or gradient. */
  color: string | undefined;
  /** Called with a color as `#rrggbb`. */
  onColor: (color: string) => void;
  onEnd: () => void;
}

/** A color, which opens the browser's picker. */
export function Swatch({ label, color, onColor, onEnd }: SwatchProps) {
  const hex = useMemo(() => hexOf(color || '#000000'), [color]);
  return (
    <span className={styles.swatch} style={{ background: color }}>
      <input
        type="color"
        aria-label={label}
        value={hex}
        onChange={(event) => onColor(event.target.value)}
        onBlur={onEnd}
      />
    </span>
  );
}

/** The color as the browser's picker takes it, without its transparency; of a gradient, the first color. */
function hexOf(color: string): string {
  const context = document.createElement('canvas').getContext('2d');
  if (!context) return '#000000';
  const solid = /#[0-9a-f]{3,8}\b|rgba?\([^)]*\)|hsla?\([^)]*\)/i.exec(color)?.[0] ?? color;
  context.fillStyle = solid;
  context.fillRect(0, 0, 1, 1);
  const [red = 0, green = 0, blue = 0] = context.getImageData(0, 0, 1, 1).data;
  return `#${[red, green, blue].map((part) => part.toString(16).padStart(2, '0')).join('')}`;
}
