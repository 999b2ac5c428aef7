import { type CSSProperties, useEffect, useRef } from 'react';

interface StillCanvasProps {
  picture: ImageBitmap | undefined;
  label: string;
  className?: string | undefined;
  style?: CSSProperties;
}

/** Shows a picture, and keeps it until the next one is there. */
export function StillCanvas({ picture, label, className, style }: StillCanvasProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    if (!canvas.current || !picture) return;
    canvas.current.width = picture.width;
    canvas.current.height = picture.height;
    canvas.current.getContext('2d')?.drawImage(picture, 0, 0);
  }, [picture]);
  return <canvas ref={canvas} className={className} style={style} role="img" aria-label={label} />;
}
