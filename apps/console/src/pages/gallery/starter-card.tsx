import { lazy, Suspense, useEffect, useMemo, useRef, useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import type { StarterSize } from '../../api/list-search.ts';
import { type Starter, starterQuery } from '../../api/starters.ts';
import { Button } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { useRest } from '../templates/hover-playback.tsx';
import styles from './gallery.module.css';
import { inBrand, type StarterBrand } from './starter-document.ts';

/** Loaded with the engine of the preview when a pointer rests on a poster. */
const SilentPlayback = lazy(async () => ({
  default: (await import('../../playback/silent-playback.tsx')).SilentPlayback,
}));

/** Most lines of a poster: for dense screens twice those of a card, in each size. */
const LINES: Readonly<Record<StarterSize, number>> = { default: 320, portrait: 720, square: 480 };

interface StarterCardProps {
  starter: Starter;
  size: StarterSize;
  /** Undefined while it is read. */
  brand: StarterBrand | undefined;
  /** Absent for those who may not make templates. */
  onUse: (() => void) | undefined;
}

/** A starter by its poster, which the engine of the renderers paints when it comes into view, and plays under a mouse. */
export function StarterCard({ starter: { name, title, description }, size, brand, onUse }: StarterCardProps) {
  const [isResting, pointer] = useRest();
  const [card, isSeen] = useSeen<HTMLLIElement>();
  const source = useQuery({ ...starterQuery(name), enabled: isSeen }).data;
  const document = useMemo(() => source && brand && inBrand(source, brand), [source, brand]);
  const playback = useMemo(() => document && { document, size }, [document, size]);
  return (
    <li ref={card} className={styles.card} {...pointer}>
      <span className={styles.poster} data-size={size}>
        <span className={styles.waiting}>
          <Icon name="template" size={22} />
        </span>
        {playback && <Poster playback={playback} lines={LINES[size]} />}
        <Suspense>{playback && isResting && <SilentPlayback playback={playback} lines={LINES[size]} />}</Suspense>
      </span>
      <div className={styles.words}>
        <h3>{title}</h3>
        <p>{description}</p>
        {onUse && (
          <Button size="small" aria-label={`Use “${title}”`} onClick={onUse}>
            Use this
          </Button>
        )}
      </div>
    </li>
  );
}

interface PosterProps {
  playback: { document: { readonly poster_time?: unknown }; size: StarterSize };
  lines: number;
}

function Poster({ playback: { document, size }, lines }: PosterProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const [isPainted, setPainted] = useState(false);
  useEffect(() => {
    const end = new AbortController();
    const show = async () => {
      const { paintPoster } = await import('../../playback/paint-poster.ts');
      const picture = await paintPoster({ document, size, lines }, end.signal).catch(() => undefined);
      if (end.signal.aborted || !picture || !canvas.current) return;
      canvas.current.width = picture.width;
      canvas.current.height = picture.height;
      canvas.current.getContext('2d')?.drawImage(picture, 0, 0);
      setPainted(true);
    };
    void show();
    return () => end.abort();
  }, [document, size, lines]);
  return <canvas ref={canvas} className={styles.picture} data-painted={isPainted} aria-hidden="true" />;
}

/** Whether an element has come into view. */
function useSeen<Element extends HTMLElement>() {
  const ref = useRef<Element>(null);
  const [isSeen, setSeen] = useState(false);
  useEffect(() => {
    const observer = new IntersectionObserver(
      ([entry]) => {
        if (!entry?.isIntersecting) return;
        setSeen(true);
        observer.disconnect();
      },
      { rootMargin: '200px' },
    );
    if (ref.current) observer.observe(ref.current);
    return () => observer.disconnect();
  }, []);
  return [ref, isSeen] as const;
}
