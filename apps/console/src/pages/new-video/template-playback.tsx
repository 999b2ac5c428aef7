import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { Template } from '#libs/client';
import type { JsonObject } from '#libs/document';
import type { TemplateSize } from '../../api/template-sizes.ts';
import { frameAddress, renderedTemplateQuery } from '../../api/templates.ts';
import { LivePlayback } from '../../playback/live-playback.tsx';

interface TemplatePlaybackProps {
  template: Template;
  modifications: JsonObject;
  size: TemplateSize;
  /** Number of the page whose text is being written. */
  page: number | undefined;
}

/** A template with modifications, playing; the picture of its author until it does. */
export function TemplatePlayback({ template, modifications, size, page }: TemplatePlaybackProps) {
  const { id, version, name } = template;
  const rendered = useQuery(renderedTemplateQuery(id, version)).data?.document;
  const playback = useMemo(
    () => rendered && { document: rendered, modifications, size: size.name },
    [rendered, modifications, size.name],
  );
  const held = rendered?.pages.findIndex(({ number }) => number === page) ?? -1;
  return (
    <LivePlayback
      label={name}
      playback={playback}
      size={size}
      still={frameAddress(id, { version, size: size.name, width: Math.min(960, size.width) })}
      heldPage={held < 0 ? undefined : held}
    />
  );
}
