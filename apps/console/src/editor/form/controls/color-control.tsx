import { useMemo } from 'react';
import styles from '../form.module.css';
import type { ControlProps } from './control-props.ts';

/** A CSS color, or for a paint also a gradient: a swatch that opens the browser's picker, and the text itself. */
export function ColorControl({ field, id, property, isFaulty }: ControlProps) {
  const fallback = typeof field.schema.default === 'string' ? field.schema.default : undefined;
  const text = typeof property.value === 'string' ? property.value : '';
  const hex = useMemo(() => hexOf(text || fallback || '#000000'), [text, fallback]);
  return (
    <div className={styles.color}>
      <span className={styles.swatch} style={{ background: text || fallback }}>
        <input
          type="color"
          aria-label={`Pick ${field.label.toLowerCase()}`}
          value={hex}
          onChange={(event) => property.set(event.target.value)}
          onBlur={property.settle}
        />
      </span>
      <input
        id={id}
        type="text"
        className={styles.input}
        value={text}
        placeholder={fallback}
        spellCheck={false}
        aria-invalid={isFaulty || undefined}
        aria-describedby={`${id}-fault`}
        onChange={(event) => property.set(event.target.value === '' ? undefined : event.target.value)}
        onBlur={property.settle}
      />
    </div>
  );
}

/** The color as the browser's picker wants it, without its transparency. The first one of a gradient. */
export function hexOf(color: string): string {
  const context = document.createElement('canvas').getContext('2d');
  if (!context) return '#000000';
  const solid = /#[0-9a-f]{3,8}\b|rgba?\([^)]*\)|hsla?\([^)]*\)/i.exec(color)?.[0] ?? color;
  context.fillStyle = solid;
  context.fillRect(0, 0, 1, 1);
  const [red = 0, green = 0, blue = 0] = context.getImageData(0, 0, 1, 1).data;
  return `#${[red, green, blue].map((part) => part.toString(16).padStart(2, '0')).join('')}`;
}
