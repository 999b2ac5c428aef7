import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useRef, useState } from 'react';
import type { StarterSize } from '../../api/list-search.ts';
import { starterQuery } from '../../api/starters.ts';
import { paintPoster, type PosterSubject } from '../../playback/paint-poster.ts';
import { SilentPlayback } from '../../playback/silent-playback.tsx';
import styles from './gallery.module.css';
import { inBrand, type StarterBrand, tokensOf } from './starter-document.ts';

/** Most lines of a poster: for dense screens twice those of a card, in each size. */
const LINES: Readonly<Record<StarterSize, number>> = { default: 320, portrait: 720, square: 480 };

interface StarterPosterProps {
  /** The folder of the starter. */
  name: string;
  size: StarterSize;
  brand: StarterBrand;
  isPlaying: boolean;
}

/** The poster of a starter in the brand of the organization, painted and played by the engine of the renderers. */
export function StarterPoster({ name, size, brand, isPlaying }: StarterPosterProps) {
  const source = useQuery(starterQuery(name)).data;
  const playback = useMemo(
    () => source && { document: inBrand(source, brand), brand: tokensOf(brand), size },
    [source, brand, size],
  );
  if (!playback) return null;
  return (
    <>
      <Poster playback={playback} lines={LINES[size]} />
      {isPlaying && <SilentPlayback playback={playback} lines={LINES[size]} />}
    </>
  );
}

interface PosterProps {
  playback: Omit<PosterSubject, 'lines'>;
  lines: number;
}

function Poster({ playback, lines }: PosterProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const [isPainted, setPainted] = useState(false);
  useEffect(() => {
    const end = new AbortController();
    const show = async () => {
      const picture = await paintPoster({ ...playback, lines }, end.signal).catch(() => undefined);
      if (end.signal.aborted || !picture || !canvas.current) return;
      canvas.current.width = picture.width;
      canvas.current.height = picture.height;
      canvas.current.getContext('2d')?.drawImage(picture, 0, 0);
      setPainted(true);
    };
    void show();
    return () => end.abort();
  }, [playback, lines]);
  return <canvas ref={canvas} className={styles.picture} data-painted={isPainted} aria-hidden="true" />;
}
