import { useEffect } from 'react';
import { Icon, type IconName } from '../ui/icon.tsx';
import styles from './playback.module.css';
import type { Playback, PlaybackPlayer, PlaybackState } from './playback-player.ts';
import { usePlayback } from './use-playback.ts';

/** Most lines of the picture. */
const LINES = 720;

interface LivePlaybackProps {
  label: string;
  /** Undefined while it is read. */
  playback: Playback | undefined;
  size: { width: number; height: number };
  /** Address of a picture that is shown until the playback plays, and where this browser cannot play it. */
  still: string;
  /** Position of a page, from 0, at which the playback is held; undefined: it plays on. */
  heldPage: number | undefined;
}

/** A playback with its buttons. It plays at once. */
export function LivePlayback({ label, playback, size: { width, height }, still, heldPage }: LivePlaybackProps) {
  const { ref, state, player } = usePlayback(playback, Math.min(LINES, height));
  useEffect(() => {
    if (heldPage === undefined) return;
    player.hold(heldPage);
    return () => player.release();
  }, [player, heldPage]);
  const { opened, refused, failure } = state;
  return (
    <figure className={styles.live}>
      <div className={styles.frame} style={{ aspectRatio: `${width} / ${height}` }}>
        <img src={still} alt="" />
        <div
          ref={ref}
          className={styles.picture}
          role="img"
          aria-label={`${label}, as it will be rendered`}
          data-playing={opened !== undefined}
        />
      </div>
      <Controls state={state} player={player} />
      {(refused ?? failure) !== undefined && (
        <p className={styles.fault} role="alert">
          {refused ?? `${failure} The picture is that of the template.`}
        </p>
      )}
    </figure>
  );
}

function Controls({ state, player }: { state: PlaybackState; player: PlaybackPlayer }) {
  const { opened, frame, isPlaying, isMuted } = state;
  const seconds = (frames: number) => clock(opened ? frames / opened.fps : 0);
  const last = opened ? opened.frameCount - 1 : 0;
  return (
    <div className={styles.controls}>
      <Control
        icon={isPlaying ? 'pause' : 'play'}
        label={isPlaying ? 'Pause' : 'Play'}
        onPress={() => (isPlaying ? player.pause() : player.play())}
      />
      <input
        type="range"
        aria-label="Moment"
        aria-valuetext={seconds(frame)}
        min={0}
        max={last}
        value={Math.min(frame, last)}
        disabled={!opened}
        onChange={({ target }) => player.seek(target.valueAsNumber)}
      />
      <span className={styles.clock}>
        {seconds(frame)} / {seconds(last + 1)}
      </span>
      <Control
        icon={isMuted ? 'silent' : 'sound'}
        label={isMuted ? 'Sound on' : 'Sound off'}
        onPress={() => player.mute(!isMuted)}
      />
    </div>
  );
}

function Control({ icon, label, onPress }: { icon: IconName; label: string; onPress: () => void }) {
  return (
    <button type="button" className={styles.control} aria-label={label} title={label} onClick={onPress}>
      <Icon name={icon} />
    </button>
  );
}

/** Seconds as `0:07`. */
function clock(seconds: number): string {
  const whole = Math.floor(seconds);
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, '0')}`;
}
