import { useMemo } from 'react';
import type { JsonObject } from '#libs/document';
import { StillCanvas } from '../../ui/still-canvas.tsx';
import { useStill } from '../../api/use-still.ts';
import styles from './components.module.css';

/** Pixels of the frame in which a component is drawn that has no size in pixels. */
const [WIDTH, HEIGHT] = [960, 540];

interface ComponentPictureProps {
  name: string;
  /** The contents; keep the object until they change. */
  contents: JsonObject;
  /** Pixels of the picture. */
  width: number;
}

/** A component alone in a frame, as the renderer draws it, with the defaults of its variables. */
export function ComponentPicture({ name, contents, width }: ComponentPictureProps) {
  const subject = useMemo(() => ({ document: documentOf(name, contents) }), [name, contents]);
  const { picture, error } = useStill({ subject, time: 0, width });
  if (error) return <p className={styles.missing}>No picture now</p>;
  return <StillCanvas picture={picture} className={styles.picture} label={`The component ${name}`} />;
}

function documentOf(name: string, contents: JsonObject): JsonObject {
  const [width, height] = [pixels(contents['width'], WIDTH), pixels(contents['height'], HEIGHT)];
  const layers = [{ name: 'shown', type: 'component', component: name, x: 0, y: 0, width, height }];
  const pages = [{ number: 1, duration: 1, background_color: '#e8e8e3', layers }];
  return { name, width, height, components: { [name]: contents }, pages };
}

/** An even number of pixels that a frame may have. */
function pixels(length: unknown, fallback: number): number {
  return typeof length === 'number' ? Math.min(2_160, Math.max(16, 2 * Math.round(length / 2))) : fallback;
}
