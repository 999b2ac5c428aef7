import { AMBER, type Exhibit, INK, type Json, PHOTO, ROSE, still, TEAL } from '../exhibit.ts';

/** A card in units of the frame, placed by its edges and its center: it fits every size of the frame. */
const CARD: readonly Json[] = [
  { ...PHOTO, left: 0, right: 0, top: 0, bottom: 0, focus: { x: 0.7, y: '60%' } },
  { name: 'band', type: 'shape', left: 0, right: 0, bottom: 0, height: '34vh', fill_color: 'rgba(20,33,61,0.8)' },
  {
    ...{ name: 'badge', type: 'shape', shape: 'ellipse', fill_color: AMBER, stroke_color: INK },
    ...{ right: '4vmin', top: '4vmin', width: '18vmin', height: '18vmin', stroke_width: '1vmin' },
  },
  {
    ...{ name: 'title', type: 'text', text: 'Evening light', font_family: 'Playfair Display', weight: 700 },
    ...{ left: '5vw', right: '5vw', bottom: '12vh', height: '16vmin', font_size: '11vmin', tracking: '0.2vmin' },
    ...{ align: 'center', vertical_align: 'middle', text_color: '#ffffff' },
  },
  {
    ...{ name: 'note', type: 'text', text: 'until nine', font_size: '6vmin', padding: '1vmin', text_color: '#ffffff' },
    ...{ center_x: 0, bottom: '3vh', width: '40vmin', height: '9vmin', align: 'center', vertical_align: 'middle' },
    ...{ background_color: TEAL, border_radius: '2vmin' },
  },
];

const IN_A_GROUP: readonly Json[] = [
  {
    ...{ name: 'group', type: 'group', left: 40, right: 40, top: 20, bottom: 20 },
    layers: [
      { name: 'paper', type: 'shape', fill_color: '#ffffff' },
      { name: 'left', type: 'shape', left: 0, top: '10%', width: '10%', height: '80%', fill_color: TEAL },
      { name: 'right', type: 'shape', right: 0, bottom: 0, width: '10%', height: '80%', fill_color: ROSE },
      { name: 'wide', type: 'shape', left: '15%', right: '15%', top: 10, height: 20, fill_color: AMBER },
      {
        ...{ name: 'title', type: 'text', text: 'Centered', font_size: '12vh', align: 'center', text_color: INK },
        ...{ center_x: 0, center_y: 0, width: '70%', height: 26 },
      },
      {
        ...{ name: 'turned', type: 'shape', center_x: '25%', center_y: '30%', width: 30, height: 30, fill_color: INK },
        ...{ rotation: 45, anchor_x: 0.5, anchor_y: 0.5 },
      },
    ],
  },
];

/** Boxes as large as their texts, placed by their edges and their center. */
const BY_CONTENT: readonly Json[] = [
  ['left', 'top', 'short'],
  ['right', 'top', 'a longer label'],
  ['center_x', 'center_y', 'in the middle, however long it is'],
  ['left', 'bottom', 'two lines\nat the bottom'],
  ['right', 'bottom', '42'],
].map(([across, down, text], index) => ({
  ...{ name: `label ${index}`, type: 'text', text, width: 'auto', height: 'auto', font_size: '8vmin' },
  ...{ padding: '2vmin', background_color: TEAL, text_color: '#ffffff', border_radius: '2vmin' },
  text_shadow: '0 0.5vmin 1vmin rgba(0,0,0,0.6)',
  ...{ [across!]: across === 'center_x' ? 0 : '4vmin', [down!]: down === 'center_y' ? 0 : '4vmin' },
}));

/** Lengths of the frame, and layers placed by distances to the edges and the center of their parent. */
export const PLACES: readonly Exhibit[] = [
  still('places', 'places-landscape', CARD),
  still('places', 'places-portrait', CARD, { width: 180, height: 320 }),
  still('places', 'places-square', CARD, { width: 240, height: 240 }),
  still('places', 'places-in-a-group', IN_A_GROUP),
  still('places', 'places-by-content', BY_CONTENT),
];
