import { objectOf } from '#libs/document';
import styles from './structure-mark.module.css';

/** A mark of a page or layer that data decides about: `×listings`, `if !item.sold`; undefined for any other. */
export function structureMark(node: Readonly<Record<string, unknown>>): string | undefined {
  const list = objectOf(node['repeat'])?.['list'];
  const when = node['when'];
  const parts = [
    ...(typeof list === 'string' ? [`×${list}`] : []),
    ...(typeof when === 'string' ? [`if ${when}`] : []),
  ];
  return parts.length === 0 ? undefined : parts.join(' ');
}

/** Shows the mark, if there is one. */
export function StructureMark({ mark }: { mark: string | undefined }) {
  return mark === undefined ? null : (
    <span className={styles.mark} title={mark}>
      {mark}
    </span>
  );
}
