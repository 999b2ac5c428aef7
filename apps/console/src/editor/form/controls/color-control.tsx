import { useQuery } from '@tanstack/react-query';
import { brandQuery } from '../../../api/brand.ts';
import styles from '../form.module.css';
import type { ControlProps } from './control-props.ts';
import { useEditor } from '../../model/editor-model.ts';
import { documentOf } from '../../model/editor-state.ts';
import { offeredColors, shownColor } from './offered-colors.ts';
import { Swatch } from '../../../ui/swatch.tsx';
import { ValueInput } from './value-input.tsx';

/** A CSS color, or for a paint also a gradient: a swatch that opens the picker, and the text itself. */
export function ColorControl({ field, id, property, isFaulty }: ControlProps) {
  const { store } = useEditor();
  const { data: brand } = useQuery({ ...brandQuery, staleTime: Infinity });
  const fallback = typeof field.schema.default === 'string' ? field.schema.default : undefined;
  const text = typeof property.value === 'string' ? property.value : '';
  return (
    <div className={styles.color}>
      <Swatch
        label={`Pick ${field.label.toLowerCase()}`}
        color={shownColor(text || (fallback ?? ''), documentOf(store.value()), brand)}
        offered={() => offeredColors(documentOf(store.value()), brand)}
        onColor={property.set}
        onEnd={property.settle}
      />
      <ValueInput id={id} property={property} isFaulty={isFaulty} fallback={fallback} spellCheck={false} />
    </div>
  );
}
