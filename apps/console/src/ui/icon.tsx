/** Strokes on a grid of 16. */
const PATHS = {
  close: 'M4 4l8 8M12 4l-8 8',
  check: 'M3.5 8.5l3 3 6-7',
  copy: 'M5.5 5.5h7v8h-7zM10.5 5.5v-3h-7v8h2',
  menu: 'M2.5 4.5h11M2.5 8h11M2.5 11.5h11',
  more: 'M3.5 8h.01M8 8h.01M12.5 8h.01',
  expand: 'M5 6.5L8 3.5l3 3M5 9.5l3 3 3-3',
  start: 'M5 3.5l7.5 4.5L5 12.5z',
  video: 'M2.5 4h11v8h-11zM6.8 6.3v3.4L9.6 8z',
  template: 'M2.5 3h11v10h-11zM2.5 6.5h11M6.5 6.5V13',
  media: 'M2.5 3h11v10h-11zM2.5 11l3.5-3.5 2.5 2.5 2-2 3 3M10.5 6h.01',
  batch: 'M2.5 4h11M2.5 8h11M2.5 12h7',
  key: 'M9.2 6.8l4.3-4.3M12 4l1.5 1.5M7 12.2a2.8 2.8 0 1 0-3.9-3.9 2.8 2.8 0 0 0 3.9 3.9zM7 8.3l2.2-1.5',
  webhook: 'M3 8.5a4.5 4.5 0 0 1 8-2.8M13 7.5a4.5 4.5 0 0 1-8 2.8M11.5 2.5v3.3H8.2M4.5 13.5v-3.3h3.3',
  credits: 'M8 13.5a5.5 5.5 0 1 0 0-11 5.5 5.5 0 0 0 0 11zM8 5v6M6 6.5h3a1 1 0 0 1 0 2H7a1 1 0 0 0 0 2h3',
  usage: 'M2.5 13.5h11M4.5 11V8M8 11V3.5M11.5 11V6',
  members:
    'M6 7.5a2.2 2.2 0 1 0 0-4.4 2.2 2.2 0 0 0 0 4.4zM2 13c.3-2.2 1.8-3.4 4-3.4s3.7 1.2 4 3.4M10.5 3.3a2.2 2.2 0 0 1 0 4M11.8 9.8c1.3.5 2 1.6 2.2 3.2',
  organization: 'M3 13.5v-11h6v11M9 6h4v7.5M1.5 13.5h13M5 5.5h2M5 8h2M5 10.5h2',
  audit: 'M4 2.5h8v11H4zM6.2 5.5h3.6M6.2 8h3.6M6.2 10.5h2',
  operator: 'M2.5 3h11v4h-11zM2.5 9h11v4h-11zM5 5h.01M5 11h.01',
  failure: 'M8 2.5l6 10.5H2zM8 6.5v3M8 11.3h.01',
  power: 'M8 2.5v5M5 4.6a4.7 4.7 0 1 0 6 0',
  external: 'M6.5 3.5h-3v9h9v-3M9 3h4v4M13 3L7.5 8.5',
  download: 'M8 2.5v7M5 7l3 3 3-3M3 13h10',
} as const;

export type IconName = keyof typeof PATHS;

/** A picture beside a word; alone it needs a label around it. */
export function Icon({ name, size = 16 }: { name: IconName; size?: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 16 16" aria-hidden="true" focusable="false">
      <path
        d={PATHS[name]}
        fill="none"
        stroke="currentColor"
        strokeWidth={name === 'more' ? 2.2 : 1.4}
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    </svg>
  );
}
