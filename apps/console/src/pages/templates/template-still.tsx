import type { ReactNode } from 'react';
import { frameAddress } from '../../api/templates.ts';
import { Thumb } from '../../ui/thumb.tsx';

/** Pixels of the picture: for dense screens twice those of a card. */
const WIDTH = 560;

interface Pictured {
  id: string;
  version: number;
  width: number;
}

interface TemplateStillProps {
  template: Pictured;
  /** Stands over the picture. */
  children?: ReactNode;
}

/** The picture of a version of a template, as its author chose it. */
export function TemplateStill({ template: { id, version, width }, children }: TemplateStillProps) {
  const src = frameAddress(id, { version, width: Math.min(WIDTH, width) });
  return (
    <Thumb src={src} icon="template" size="card">
      {children}
    </Thumb>
  );
}
