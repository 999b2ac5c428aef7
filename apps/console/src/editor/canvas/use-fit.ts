import { useCallback, useState } from 'react';
import { type Size } from '#libs/document';

/** Room beside the picture for handles, and above and below it for the line that says how it was drawn, pixels. */
const MARGIN: Size = { width: 40, height: 68 };

/**
 * The zoom at which a picture of `size` fits the element of `ref`: pixels of the screen for each pixel of the picture.
 */
export function useFit({ width, height }: Size): {
  ref: (element: HTMLElement | null) => (() => void) | undefined;
  zoom: number;
} {
  const [room, setRoom] = useState<Size>({ width: 0, height: 0 });
  const ref = useCallback((element: HTMLElement | null) => {
    if (!element) return undefined;
    const observer = new ResizeObserver(([entry]) => {
      if (entry) setRoom({ width: entry.contentRect.width, height: entry.contentRect.height });
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  const zoom = Math.min((room.width - MARGIN.width) / width, (room.height - MARGIN.height) / height);
  return { ref, zoom: Math.max(0, zoom) };
}
