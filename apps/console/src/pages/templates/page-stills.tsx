import { useState } from 'react';
import type { Template } from '#libs/client';
import { frameAddress } from '../../api/templates.ts';
import { formatDuration } from '../../ui/format.ts';
import styles from './templates.module.css';

/** Width of a picture, pixels: for dense screens twice that on the page. */
const WIDTH = 480;
/** Number of pages that are painted at first: each costs a renderer some work. */
const SHOWN = 12;

/** A picture of each page, when its layers have entered. */
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
          page={page.number}
        />
      ))}
      {pages.length > SHOWN && <p className={styles.muted}>and {pages.length - SHOWN} more pages</p>}
    </div>
  );
}

interface StillProps {
  template: Template;
  label: string;
  duration: string;
  /** Its number. */
  page: number;
}

function Still({ template, label, duration, page }: StillProps) {
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
          src={frameAddress(id, { version, page, width: Math.min(WIDTH, width) })}
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
