import { useMemo } from 'react';
import { sameJson, withoutValue } from '#libs/document';
import { Badge } from '../../ui/badge.tsx';
import {
  documentOf,
  endPlaying,
  loopOf,
  pageNumberOf,
  seek,
  timeOf,
  withLevels,
  withMotions,
  withStrips,
  withFoundSeconds,
} from '../model/editor-state.ts';
import { type EditorModel, useEditor, useEditorState, useRestingState } from '../model/editor-model.ts';
import styles from './picture.module.css';
import type { Follower, LiveState } from './live-preview.ts';
import { useShared } from '../draft/draft-scope.tsx';
import { motionsOf } from './motions.ts';
import { secondsOfPages } from './place.ts';
import { StillCanvas } from '../../ui/still-canvas.tsx';
import { useLivePreview } from './use-live-preview.ts';
import { type ShownStill, useStill } from '../../api/use-still.ts';

/**
 * The width of the picture is a multiple of this number of pixels, so that a small change of the window requires no
 * other picture.
 */
const WIDTH_STEP = 160;

/**
 * The page at the playhead: drawn here while something changes, and as the renderer paints it when it rests. Where this
 * browser cannot draw it, the picture is always the renderer's.
 */
export function Picture({ width, height }: { width: number; height: number }) {
  const model = useEditor();
  const document = useEditorState(documentOf);
  const page = useEditorState((state) => state.page);
  const time = useEditorState(timeOf);
  const isPlaying = useEditorState((state) => state.isPlaying);
  // The renderer is asked when a drag has ended.
  const rested = useRestingState(documentOf);
  const subject = useMemo(() => ({ document: rested }), [rested]);
  const number = useEditorState(pageNumberOf);
  const wanted = Math.ceil((width * Math.min(2, window.devicePixelRatio)) / WIDTH_STEP) * WIDTH_STEP;
  const pixels = Math.min(Number(document['width']) || wanted, wanted);
  const still = useStill({ subject, page: number, time, width: pixels });
  // A page that its condition leaves out is shown nevertheless, unless the video plays.
  const drawn = useMemo(
    () => (isPlaying ? document : withoutValue(document, ['pages', page, 'when'])),
    [document, page, isPlaying],
  );
  const shared = useShared();
  const { ref, ...live } = useLivePreview({
    document: drawn,
    shared,
    page,
    time,
    lines: Math.max(2, Math.round((pixels * height) / width)),
    isPlaying,
    loop: useEditorState(loopOf, sameJson),
    files: model.alone?.files,
    ...followerOf(model),
  });
  const isLive = live.opened !== undefined && live.failure === undefined;
  const isExact = still.isExact && rested === document && !(isLive && isPlaying);
  return (
    <>
      <div
        ref={ref}
        className={styles.live}
        style={{ width, height }}
        role="img"
        aria-label={`Page ${page + 1} at ${time} seconds`}
        data-live={isLive}
      />
      <div className={styles.still} data-hidden={isLive && !isExact} aria-hidden="true">
        <StillCanvas picture={still.picture} label="" style={{ width, height }} />
      </div>
      <div className={styles.mark} role="status">
        <Mark still={still} isExact={isExact} live={live} isLive={isLive} />
      </div>
    </>
  );
}

/** Applies the reports of the preview to the state. */
function followerOf({ change }: EditorModel): Follower {
  return {
    onPlayed: ({ page, time }) => change((state) => seek(state, time, page)),
    onStopped: () => change(endPlaying),
    onLevels: (levels) => change((state) => withLevels(state, levels)),
    onStrips: (strips) => change((state) => withStrips(state, strips)),
    onPlaced: (placed) =>
      change((state) => {
        const motions = motionsOf(placed, state.page);
        const found = { secondsOfPages: secondsOfPages(placed.pages), secondsOfLayers: placed.durations };
        return withFoundSeconds(withMotions(state, motions), found);
      }),
  };
}

interface MarkProps {
  still: ShownStill;
  isExact: boolean;
  live: LiveState;
  isLive: boolean;
}

/** The mark that names who has drawn the picture, and how it differs from the video. */
function Mark({ still, isExact, live, isLive }: MarkProps) {
  const fault = live.refused ?? still.error?.message;
  if (fault !== undefined)
    return (
      <Badge tone="bad">
        <span className={styles.fault} title={fault}>
          {fault}
        </span>
      </Badge>
    );
  const remarks = isLive ? differencesOf(live) : live.failure && `${live.failure} It comes from the server.`;
  return (
    <>
      {isExact ? (
        <Badge tone="good">Exact</Badge>
      ) : isLive ? (
        <Badge tone="neutral">Live</Badge>
      ) : (
        <Badge tone="busy">Painting</Badge>
      )}
      {remarks && !(isExact && isLive) && <span className={styles.remarks}>{remarks}</span>}
    </>
  );
}

function differencesOf({ opened, missing }: LiveState): string {
  const gray = missing.length > 0 ? [`${missing[0]!.reason}; until the exact picture it is gray.`] : [];
  return [...gray, ...(opened?.differences ?? [])].join(' ');
}
