import { inText } from '#libs/document';
import { alignSelected, distributeSelected } from '../commands/layer-commands.ts';
import { playOrPause } from '../document/editor-state.ts';
import { type Alignment, ALIGNMENTS } from '../document/snap.ts';
import { useEditor } from '../editor-model.ts';
import { ToolButton } from '../ui/tool-button.tsx';
import styles from './stage.module.css';
import type { StageView } from './use-zoom.ts';
import { ZoomTools } from './zoom-tools.tsx';

const LABELS: Readonly<Record<Alignment, string>> = {
  left: 'Align left',
  center: 'Align center',
  right: 'Align right',
  top: 'Align top',
  middle: 'Align middle',
  bottom: 'Align bottom',
};

/** Tools to play, to align and distribute the selection, and to zoom. */
export function StageTools({ view }: { view: StageView }) {
  const { state, change, document, canWrite } = useEditor();
  const count = canWrite ? state.selection.length : 0;
  return (
    <div className={styles.tools} role="toolbar" aria-label="Play, align and zoom">
      <ToolButton
        icon={state.isPlaying ? 'pause' : 'play'}
        label={state.isPlaying ? 'Pause' : 'Play'}
        onClick={() => change(playOrPause)}
      />
      {ALIGNMENTS.map((alignment) => (
        <ToolButton
          key={alignment}
          icon={alignment}
          label={LABELS[alignment]}
          disabled={count === 0}
          onClick={() => change((before) => alignSelected(before, alignment))}
        />
      ))}
      <ToolButton
        icon="columns"
        label="Distribute from left to right"
        disabled={count < 3}
        onClick={() => change((before) => distributeSelected(before, 'x'))}
      />
      <ToolButton
        icon="rows"
        label="Distribute from top to bottom"
        disabled={count < 3}
        onClick={() => change((before) => distributeSelected(before, 'y'))}
      />
      <span className={styles.size}>
        {inText(document['width'])} × {inText(document['height'])}
      </span>
      <ZoomTools view={view} />
    </div>
  );
}
