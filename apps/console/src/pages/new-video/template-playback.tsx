import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { Template } from '#libs/client';
import type { JsonObject } from '#libs/document';
import { frameAddress, renderedTemplateQuery } from '../../api/templates.ts';
import { LivePlayback } from '../../playback/live-playback.tsx';

interface TemplatePlaybackProps {
  template: Template;
  modifications: JsonObject;
  /** Number of the page whose text is being written. */
  page: number | undefined;
}

/** A template with modifications, playing; the picture of its author until it does. */
export function TemplatePlayback({ template, modifications, page }: TemplatePlaybackProps) {
  const { id, version, name, width, height } = template;
  const rendered = useQuery(renderedTemplateQuery(id, version)).data?.document;
  const playback = useMemo(() => rendered && { document: rendered, modifications }, [rendered, modifications]);
  const held = rendered?.pages.findIndex(({ number }) => number === page) ?? -1;
  return (
    <LivePlayback
      label={name}
      playback={playback}
      size={{ width, height }}
      still={frameAddress(id, { version, width: Math.min(960, width) })}
      heldPage={held < 0 ? undefined : held}
    />
  );
}
