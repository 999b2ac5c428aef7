/** Strokes on a grid of 16. The icon of a layer kind has its name. */
const PATHS = {
  close: 'M4 4l8 8M12 4l-8 8',
  check: 'M3.5 8.5l3 3 6-7',
  copy: 'M5.5 5.5h7v8h-7zM10.5 5.5v-3h-7v8h2',
  menu: 'M2.5 4.5h11M2.5 8h11M2.5 11.5h11',
  more: 'M3.5 8h.01M8 8h.01M12.5 8h.01',
  expand: 'M5 6.5L8 3.5l3 3M5 9.5l3 3 3-3',
  play: 'M5 3.5l7.5 4.5L5 12.5z',
  video: 'M2.5 4h11v8h-11zM6.8 6.3v3.4L9.6 8z',
  template: 'M2.5 3h11v10h-11zM2.5 6.5h11M6.5 6.5V13',
  image: 'M2.5 3h11v10h-11zM2.5 11l3.5-3.5 2.5 2.5 2-2 3 3M10.5 6h.01',
  brand:
    'M8 2.5a5.5 5.5 0 1 0 0 11c1.2 0 1.4-.9.9-1.6-.6-.9 0-1.9 1-1.9h1.9a1.7 1.7 0 0 0 1.7-1.7c0-3.2-2.5-5.8-5.5-5.8zM5 8h.01M6.5 5.3h.01M9.8 5.3h.01',
  batch: 'M2.5 4h11M2.5 8h11M2.5 12h7',
  grid: 'M2.5 2.5h4.5v4.5h-4.5zM9 2.5h4.5v4.5h-4.5zM2.5 9h4.5v4.5h-4.5zM9 9h4.5v4.5h-4.5z',
  search: 'M7 11.5a4.5 4.5 0 1 0 0-9 4.5 4.5 0 0 0 0 9zM10.3 10.3l3.2 3.2',
  home: 'M2.5 7.5L8 2.5l5.5 5M4 6.5v7h8v-7M6.7 13.5v-4h2.6v4',
  key: 'M9.2 6.8l4.3-4.3M12 4l1.5 1.5M7 12.2a2.8 2.8 0 1 0-3.9-3.9 2.8 2.8 0 0 0 3.9 3.9zM7 8.3l2.2-1.5',
  webhook: 'M3 8.5a4.5 4.5 0 0 1 8-2.8M13 7.5a4.5 4.5 0 0 1-8 2.8M11.5 2.5v3.3H8.2M4.5 13.5v-3.3h3.3',
  credits: 'M8 13.5a5.5 5.5 0 1 0 0-11 5.5 5.5 0 0 0 0 11zM8 5v6M6 6.5h3a1 1 0 0 1 0 2H7a1 1 0 0 0 0 2h3',
  chart: 'M2.5 13.5h11M4.5 11V8M8 11V3.5M11.5 11V6',
  members:
    'M6 7.5a2.2 2.2 0 1 0 0-4.4 2.2 2.2 0 0 0 0 4.4zM2 13c.3-2.2 1.8-3.4 4-3.4s3.7 1.2 4 3.4M10.5 3.3a2.2 2.2 0 0 1 0 4M11.8 9.8c1.3.5 2 1.6 2.2 3.2',
  organization: 'M3 13.5v-11h6v11M9 6h4v7.5M1.5 13.5h13M5 5.5h2M5 8h2M5 10.5h2',
  audit: 'M4 2.5h8v11H4zM6.2 5.5h3.6M6.2 8h3.6M6.2 10.5h2',
  operator: 'M2.5 3h11v4h-11zM2.5 9h11v4h-11zM5 5h.01M5 11h.01',
  failure: 'M8 2.5l6 10.5H2zM8 6.5v3M8 11.3h.01',
  power: 'M8 2.5v5M5 4.6a4.7 4.7 0 1 0 6 0',
  requests: 'M2.5 5h8M8 2.5L10.5 5 8 7.5M13.5 11h-8M8 8.5L5.5 11 8 13.5',
  external: 'M6.5 3.5h-3v9h9v-3M9 3h4v4M13 3L7.5 8.5',
  download: 'M8 2.5v7M5 7l3 3 3-3M3 13h10',
  back: 'M9.5 3.5L5 8l4.5 4.5',
  undo: 'M3.5 6.5h6a3.5 3.5 0 0 1 0 7H6M6 4L3.5 6.5 6 9',
  redo: 'M12.5 6.5h-6a3.5 3.5 0 0 0 0 7H10M10 4l2.5 2.5L10 9',
  plus: 'M8 3v10M3 8h10',
  minus: 'M3 8h10',
  eye: 'M1.5 8S4 3.8 8 3.8 14.5 8 14.5 8 12 12.2 8 12.2 1.5 8 1.5 8zM8 9.8a1.8 1.8 0 1 0 0-3.6 1.8 1.8 0 0 0 0 3.6z',
  'eye-off':
    'M2.5 2.5l11 11M6.2 4.1A6 6 0 0 1 8 3.8C12 3.8 14.5 8 14.5 8a12 12 0 0 1-2.2 2.6M9.8 11.9a6 6 0 0 1-1.8.3C4 12.2 1.5 8 1.5 8a12 12 0 0 1 2.3-2.7',
  lock: 'M4 7.5h8v6H4zM5.5 7.5V5.3a2.5 2.5 0 0 1 5 0v2.2',
  unlock: 'M4 7.5h8v6H4zM5.5 7.5V5.3a2.5 2.5 0 0 1 4.8-.9',
  trash: 'M3 4.5h10M6.5 4.5v-2h3v2M4.5 4.5l.6 9h5.8l.6-9M7 7v4M9 7v4',
  chevron: 'M6 4l4 4-4 4',
  keyframe: 'M8 3l5 5-5 5-5-5z',
  left: 'M3 2.5v11M5.5 5h7v2h-7zM5.5 9.5h4v2h-4z',
  center: 'M8 2.5v11M4 5h8v2H4zM5.5 9.5h5v2h-5z',
  right: 'M13 2.5v11M3.5 5h7v2h-7zM6.5 9.5h4v2h-4z',
  top: 'M2.5 3h11M5 5.5v7h2v-7zM9.5 5.5v4h2v-4z',
  middle: 'M2.5 8h11M5 4v8h2V4zM9.5 5.5v5h2v-5z',
  bottom: 'M2.5 13h11M5 3.5v7h2v-7zM9.5 6.5v4h2v-4z',
  'text-left': 'M2.5 3.5h11M2.5 6.5h7M2.5 9.5h11M2.5 12.5h7',
  'text-center': 'M2.5 3.5h11M4.5 6.5h7M2.5 9.5h11M4.5 12.5h7',
  'text-right': 'M2.5 3.5h11M6.5 6.5h7M2.5 9.5h11M6.5 12.5h7',
  'text-justify': 'M2.5 3.5h11M2.5 6.5h11M2.5 9.5h11M2.5 12.5h11',
  eyedropper: 'M9.5 4.5l2-2 2 2-2 2M8 3.5l4.5 4.5M9.2 5.2L4 10.4 3 13l2.6-1 5.2-5.2',
  loop: 'M4 5.5h7.5a2 2 0 0 1 2 2M9.5 3.5l2 2-2 2M12 10.5H4.5a2 2 0 0 1-2-2M6.5 12.5l-2-2 2-2',
  curve: 'M2.5 13.5C9 13.5 7 2.5 13.5 2.5',
  cursor: 'M4 2.5l8.5 6-4 .7-2.2 3.8z',
  hand: 'M4.5 8.5V5a1 1 0 0 1 2 0V3.5a1 1 0 0 1 2 0V5a1 1 0 0 1 2 0v1.5a1 1 0 0 1 2 0V10a4 4 0 0 1-4 4c-2.5 0-3.5-1.5-5-4.5a1 1 0 0 1 1-1z',
  rectangle: 'M2.5 3.5h11v9h-11z',
  ellipse: 'M8 3c3.3 0 6 2.2 6 5s-2.7 5-6 5-6-2.2-6-5 2.7-5 6-5z',
  bold: 'M4.5 3h4.2a2.4 2.4 0 0 1 0 4.8H4.5zM4.5 7.8h4.9a2.6 2.6 0 0 1 0 5.2H4.5z',
  italic: 'M7 3h5M4 13h5M9.5 3l-3 10',
  underline: 'M4.5 2.5v5a3.5 3.5 0 0 0 7 0v-5M3.5 13.5h9',
  strike: 'M3 8h10M11 4.7C10.5 3.5 9.4 3 8 3 6 3 4.7 4 4.7 5.5M5 11.3c.5 1.2 1.6 1.7 3 1.7 2 0 3.3-1 3.3-2.5',
  uppercase:
    'M1.5 12.5L5 3.5l3.5 9M2.7 9.5h4.6M9.5 5.5v7M9.5 5.5h2.2a1.7 1.7 0 0 1 0 3.4H9.5h2.6a1.8 1.8 0 0 1 0 3.6H9.5',
  columns: 'M2.5 2.5v11M13.5 2.5v11M6.5 5v6h3V5z',
  rows: 'M2.5 2.5h11M2.5 13.5h11M5 6.5h6v3H5z',
  safe: 'M2.5 2.5h11v11h-11zM5 5h6v5H5z',
  pause: 'M5.5 3.5v9M10.5 3.5v9',
  text: 'M3.5 4.5v-1h9v1M8 3.5v9M6.5 12.5h3',
  shape: 'M3 3h7v7H3zM6 10v3h7V6h-3',
  component:
    'M8 1.8l2.6 2.6L8 7 5.4 4.4zM8 9l2.6 2.6L8 14.2l-2.6-2.6zM4.4 5.4L7 8l-2.6 2.6L1.8 8zM11.6 5.4L14.2 8l-2.6 2.6L9 8z',
  group: 'M2.5 4h4l1.2 1.5h5.8V13h-11z',
  stack: 'M2.5 2.5h11v3h-11zM2.5 6.5h7v3h-7zM2.5 10.5h9v3h-9z',
  caption: 'M2.5 3.5h11v9h-11zM4.5 10h3M9 10h2.5M4.5 7.5H6',
  sound: 'M3 6.2h2.4L9 3.2v9.6L5.4 9.8H3zM11.2 5.8a3.2 3.2 0 0 1 0 4.4M13 4a5.8 5.8 0 0 1 0 8',
  silent: 'M3 6.2h2.4L9 3.2v9.6L5.4 9.8H3zM11 6.2l3 3.6M14 6.2l-3 3.6',
  upload: 'M8 10.5V3M5 5.8L8 2.8l3 3M3 10.5V13h10v-2.5',
  progress: 'M2 6.5h12v3H2zM2 8h7',
  rating: 'M8 2.5l1.7 3.6 3.8.5-2.8 2.7.7 3.9L8 11.3l-3.4 1.9.7-3.9L2.5 6.6l3.8-.5z',
  machine_code:
    'M2.5 2.5h4v4h-4zM9.5 2.5h4v4h-4zM2.5 9.5h4v4h-4zM9.5 9.5h1.5v1.5M13.5 13.5H12V12M13.5 9.5v.01M9.5 13.5v.01',
  lottie: 'M2.5 12.5c5 0 6-9 11-9',
  keyboard: 'M1.5 4h13v8h-13zM4 6.5h.01M6.5 6.5h.01M9 6.5h.01M11.5 6.5h.01M5 9.5h6',
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
