import { useMemo } from 'react';
import { useEditorState } from '../model/editor-model.ts';
import styles from './timeline.module.css';

/** The sound of the page as a wave: all its sounds together, as they are mixed. A page without sound has no row. */
export function SoundRow({ pageS, scale }: { pageS: number; scale: number }) {
  const levels = useEditorState((state) => state.levelsOfPages.get(state.page));
  const wave = useMemo(() => levels && waveOf(levels), [levels]);
  if (!wave || !levels) return null;
  return (
    <div className={styles.row} role="group" aria-label="Sound of the page">
      <span className={styles.property}>Sound</span>
      <div className={styles.lane}>
        <svg
          className={styles.wave}
          width={pageS * scale}
          viewBox={`0 0 ${levels.length} 2`}
          preserveAspectRatio="none"
          aria-hidden="true"
        >
          <path d={wave} />
        </svg>
      </div>
    </div>
  );
}

/** The outline of the levels: above the middle from left to right, and below it back. */
function waveOf(levels: readonly number[]): string {
  const above = levels.map((level, index) => `${index} ${1 - level}`);
  const below = levels.map((level, index) => `${index} ${1 + level}`).reverse();
  return `M${[...above, ...below].join('L')}Z`;
}
