import { Link } from '@tanstack/react-router';
import type { Template } from '#libs/client';
import { useMay } from '../../session/may.ts';
import { buttonClass } from '../../ui/button.tsx';
import { Card, cardFacts, cardTitle } from '../../ui/cards.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { formatDuration } from '../../ui/format.ts';
import { Time } from '../../ui/time.tsx';
import { HoverPlayback, useRest } from './hover-playback.tsx';
import { TemplateActions } from './template-actions.tsx';
import { TemplateStill } from './template-still.tsx';

/** A template by its picture, which plays while the pointer rests on it. */
export function TemplateCard({ template }: { template: Template }) {
  const { id, name, width, height, duration, version, updated_at } = template;
  const mayWrite = useMay('write');
  const [isResting, pointer] = useRest();
  return (
    <Card
      {...pointer}
      picture={<TemplateStill template={template}>{isResting && <HoverPlayback template={template} />}</TemplateStill>}
      title={
        <Link to="/templates/$id" params={{ id }} className={cardTitle} title={name}>
          {name}
        </Link>
      }
      actions={
        <>
          <CopyButton text={id} label={`Copy the id of ${name}`} />
          {mayWrite && <TemplateActions template={template} isSmall />}
        </>
      }
    >
      <p className={cardFacts}>
        {width}×{height} · {formatDuration(duration)}
      </p>
      <p className={cardFacts}>
        Version {version} · <Time at={updated_at} />
      </p>
      {mayWrite && (
        <Link to="/templates/$id/edit" params={{ id }} className={buttonClass({ size: 'small' })}>
          Edit
        </Link>
      )}
    </Card>
  );
}
