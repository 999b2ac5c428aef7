import { sameJson } from '#libs/document';
import { alignSelected, distributeSelected } from '../commands/layer-commands.ts';
import { frameSize, playOrPause } from '../model/editor-state.ts';
import { type Alignment, ALIGNMENTS } from '../commands/alignment.ts';
import { useEditor, useEditorState } from '../model/editor-model.ts';
import { ToolButton } from '../ui/tool-button.tsx';
import styles from './stage.module.css';
import { SafeAreaMenu, type ShownArea } from './safe-area.tsx';
import { Tools } from './tools.tsx';
import type { StageView } from './use-zoom.ts';
import { SizeMenu } from './size-menu.tsx';
import { ZoomTools } from './zoom-tools.tsx';

const LABELS: Readonly<Record<Alignment, string>> = {
  left: 'Align left',
  center: 'Align center',
  right: 'Align right',
  top: 'Align top',
  middle: 'Align middle',
  bottom: 'Align bottom',
};

interface StageToolsProps {
  view: StageView;
  /** The safe area that is shown. */
  area: ShownArea;
  onArea: (area: ShownArea) => void;
}

/** Tools of the pointer, to play, to align and distribute the selection, to show a safe area, and to zoom. */
export function StageTools({ view, area, onArea }: StageToolsProps) {
  const { change, canWrite } = useEditor();
  const count = useEditorState(({ selection }) => (canWrite ? selection.length : 0));
  const isPlaying = useEditorState((state) => state.isPlaying);
  const { width, height } = useEditorState(frameSize, sameJson);
  return (
    <div className={styles.tools} role="toolbar" aria-label="Tools, play, align and zoom">
      <Tools />
      <span className={styles.gap} />
      <ToolButton
        icon={isPlaying ? 'pause' : 'play'}
        label={isPlaying ? 'Pause' : 'Play'}
        onClick={() => change(playOrPause)}
      />
      <span className={styles.gap} />
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
      <SafeAreaMenu area={area} onArea={onArea} />
      <SizeMenu />
      <span className={styles.size}>
        {width} × {height}
      </span>
      <ZoomTools view={view} />
    </div>
  );
}
