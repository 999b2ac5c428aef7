import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import type { StarterSize } from '../../api/list-search.ts';
import type { Starter } from '../../api/starters.ts';
import { Button } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { useRest } from '../templates/hover-playback.tsx';
import styles from './gallery.module.css';
import type { StarterBrand } from './starter-document.ts';

/** Loaded with the engine of the preview when the first card comes into view. */
const StarterPoster = lazy(async () => ({ default: (await import('./starter-poster.tsx')).StarterPoster }));

interface StarterCardProps {
  starter: Starter;
  size: StarterSize;
  /** Undefined while it is read. */
  brand: StarterBrand | undefined;
  /** Absent for those who may not make templates. */
  onUse: (() => void) | undefined;
}

/** A starter by its poster, which plays under a mouse. */
export function StarterCard({ starter: { name, title, description }, size, brand, onUse }: StarterCardProps) {
  const [isResting, pointer] = useRest();
  const [card, isSeen] = useSeen<HTMLLIElement>();
  return (
    <li ref={card} className={styles.card} {...pointer}>
      <span className={styles.poster} data-size={size}>
        <span className={styles.waiting}>
          <Icon name="template" size={22} />
        </span>
        <Suspense>
          {isSeen && brand && <StarterPoster name={name} size={size} brand={brand} isPlaying={isResting} />}
        </Suspense>
      </span>
      <div className={styles.words}>
        <h3>{title}</h3>
        <p>{description}</p>
        {onUse && (
          <Button size="small" aria-label={`Use this: ${title}`} onClick={onUse}>
            Use this
          </Button>
        )}
      </div>
    </li>
  );
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
