import { useQuery } from '@tanstack/react-query';
import { lazy, type PointerEvent, Suspense, useEffect, useMemo, useState } from 'react';
import type { Template } from '#libs/client';
import { renderedTemplateQuery } from '../../api/templates.ts';

/** Loaded with the engine of the preview when a pointer rests on a picture. */
const SilentPlayback = lazy(async () => ({
  default: (await import('../../playback/silent-playback.tsx')).SilentPlayback,
}));

/** Time for which a pointer rests before the playback is loaded, ms. */
const REST_MS = 250;
/** Lines of the picture: for dense screens twice those of a card. */
const LINES = 320;

/** Whether a mouse rests on an element, and the handlers of the element. Never where motion is to be reduced. */
export function useRest() {
  const [isOver, setOver] = useState(false);
  const [isResting, setResting] = useState(false);
  useEffect(() => {
    if (!isOver) return;
    const timer = setTimeout(() => setResting(true), REST_MS);
    return () => {
      clearTimeout(timer);
      setResting(false);
    };
  }, [isOver]);
  const handlers = {
    onPointerEnter: ({ pointerType }: PointerEvent) =>
      setOver(pointerType === 'mouse' && !matchMedia('(prefers-reduced-motion: reduce)').matches),
    onPointerLeave: () => setOver(false),
  };
  return [isResting, handlers] as const;
}

/** A template that plays over its picture. */
export function HoverPlayback({ template: { id, version } }: { template: Template }) {
  const document = useQuery(renderedTemplateQuery(id, version)).data?.document;
  const playback = useMemo(() => document && { document }, [document]);
  return <Suspense>{playback && <SilentPlayback playback={playback} lines={LINES} />}</Suspense>;
}
