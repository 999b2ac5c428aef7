import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { StillCanvas } from '../../ui/still-canvas.tsx';
import { paint } from '../../api/use-still.ts';
import { useRestingState } from '../model/editor-model.ts';
import { documentOf } from '../model/editor-state.ts';
import { inTurn } from './in-turn.ts';
import { isSamePage, pageAlone } from './page-still.ts';
import styles from './page-strip.module.css';

/** Pixels of the screen, doubled for dense ones. */
const WIDTH = 144;
/** Time without a change of the page after which its picture is painted again, ms. The stage comes first. */
const REST_MS = 1_200;

/** A small picture of a page, as the renderer paints it. It is painted while it can be seen, one page at a time. */
export function PageThumb({ index }: { index: number }) {
  // An edit of another page changes the document but not the picture of this page.
  const document = useRestingState(documentOf, (one, other) => isSamePage(one, other, index));
  const subject = useMemo(() => pageAlone(document, index), [document, index]);
  const [picture, setPicture] = useState<ImageBitmap>();
  const isPainted = useRef(false);
  const [isSeen, setSeen] = useState(false);
  const ref = useCallback((element: HTMLElement | null) => {
    if (!element) return undefined;
    const observer = new IntersectionObserver(([entry]) => setSeen(entry?.isIntersecting === true));
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  useEffect(() => {
    if (!isSeen) return;
    const end = new AbortController();
    const timer = setTimeout(
      () => {
        void inTurn(async () => {
          if (end.signal.aborted) return;
          // A page with faults keeps its last picture: the stage says what is wrong.
          const painted = await paint({ subject, page: 1, width: WIDTH }, end.signal).catch(() => undefined);
          if (!painted) return;
          isPainted.current = true;
          setPicture(painted);
        });
      },
      isPainted.current ? REST_MS : 0,
    );
    return () => {
      clearTimeout(timer);
      end.abort();
    };
  }, [subject, isSeen]);
  return (
    <span ref={ref} className={styles.thumb} aria-hidden="true">
      {picture && <StillCanvas picture={picture} label="" />}
    </span>
  );
}
