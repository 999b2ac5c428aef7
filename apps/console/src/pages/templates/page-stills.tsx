import { useState } from 'react';
import type { Template } from '#libs/client';
import { pageDuration, pageStart, transitionS } from '#libs/document';
import { frameAddress } from '../../api/templates.ts';
import { formatDuration } from '../../ui/format.ts';
import styles from './templates.module.css';

/** Width of a picture, pixels: for dense screens twice that on the page. */
const WIDTH = 480;
/** Number of pages that are painted at first: each costs a renderer some work. */
const SHOWN = 12;

/** A picture from the middle of each page, when its layers have entered. */
export function PageStills({ template }: { template: Template }) {
  const pages = template.document?.pages ?? [];
  return (
    <div className={styles.stills}>
      {pages.slice(0, SHOWN).map((page, index) => (
        <Still
          key={index}
          template={template}
          label={`Page ${index + 1}`}
          duration={typeof page.duration === 'number' ? formatDuration(page.duration) : page.duration}
          t={middleOf(pages, index)}
        />
      ))}
      {pages.length > SHOWN && <p className={styles.muted}>and {pages.length - SHOWN} more pages</p>}
    </div>
  );
}

type Page = NonNullable<Template['document']>['pages'][number];

/** The time in the middle of a page. A transition shows the end of the page before at the same time. */
function middleOf(pages: readonly Page[], index: number): number {
  return pageStart({ pages }, index) + (transitionS(pages[index]) + pageDuration(pages[index])) / 2;
}

interface StillProps {
  template: Template;
  label: string;
  duration: string;
  t: number;
}

function Still({ template, label, duration, t }: StillProps) {
  const [isMissing, setMissing] = useState(false);
  const { id, version, width, height } = template;
  const ratio = { aspectRatio: `${width} / ${height}` };
  return (
    <figure className={styles.still}>
      {isMissing ? (
        <div className={styles.missing} style={ratio}>
          No picture now
        </div>
      ) : (
        <img
          className={styles.picture}
          style={ratio}
          src={frameAddress(id, { version, t, width: Math.min(WIDTH, width) })}
          alt={label}
          loading="lazy"
          onError={() => setMissing(true)}
        />
      )}
      <figcaption>
        {label} · {duration}
      </figcaption>
    </figure>
  );
}
