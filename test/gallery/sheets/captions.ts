import { CAPTION_MODES } from '#libs/template';
import { AMBER, type Exhibit, type Json, moving, PHOTO, ROSE } from '../exhibit.ts';

const CAPTION = {
  ...{ name: 'caption', type: 'caption', x: 20, y: 110, width: 280, height: 60, font_size: 20, weight: 700 },
  ...{ align: 'center', vertical_align: 'middle', text_color: '#ffffff' },
  cues: [
    { start: 0.1, end: 1, text: 'The lamp by the window' },
    { start: 1.1, end: 1.9, text: 'knows the hour' },
  ],
};
const SPOKEN = [0.15, 0.4, 0.65, 1.05, 1.5];

function caption(name: string, look: Json): Exhibit {
  return moving('captions', `caption-${name}`, [PHOTO, { ...CAPTION, ...look }], SPOKEN);
}

/** Words shown while they are spoken. */
export const CAPTIONS: readonly Exhibit[] = [
  ...CAPTION_MODES.map((mode) => caption(mode, { mode })),
  caption('outlined', { mode: 'highlight', outline_width: 'medium', outline_color: ROSE, active_text_color: AMBER }),
  caption('marked', { mode: 'highlight', active_background_color: ROSE, active_text_color: '#ffffff' }),
  caption('marked-outlined', {
    ...{ mode: 'highlight', outline_width: 'thick', outline_color: '#000000' },
    ...{ active_text_color: '#111111', active_background_color: '#ffd166' },
  }),
  caption('active-outline', {
    ...{ mode: 'highlight', outline_width: 'medium', outline_color: '#000000', active_text_color: '#ffffff' },
    ...{ active_background_color: AMBER, active_outline_width: 'medium', active_outline_color: ROSE },
  }),
  caption('on-a-ground', { background_color: 'rgba(20, 33, 61, 0.8)', border_radius: 12, padding: 8 }),
  caption('arriving', { enter: { type: 'slide', distance: 20, duration: 0.4 }, exit: { type: 'fade' } }),
  caption('arabic', {
    ...{ mode: 'highlight', active_text_color: AMBER },
    cues: [{ start: 0, end: 1.9, text: 'المصباح بجانب النافذة يعرف الساعة' }],
  }),
  caption('from-a-file', { cues: undefined, source_url: 'https://gallery.example/words.vtt' }),
];
