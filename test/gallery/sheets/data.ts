import { type CodeType } from '#libs/template';
import { AMBER, type Exhibit, grid, INK, type Json, moving, PAPER, ROSE, still, TEAL } from '../exhibit.ts';

const CHART = {
  ...{ name: 'chart', type: 'chart', x: 20, y: 15, width: 280, height: 150, font_size: 12 },
  chart_data: [
    { label: 'Mon', value: 3 },
    { label: 'Tue', value: 7 },
    { label: 'Wed', value: 5 },
    { label: 'Thu', value: 9.5 },
  ],
};
const LOSSES = [12_000, -4500, 8000, -15_250, 22_000].map((value, index) => ({ label: `Q${index + 1}`, value }));
const MANY = Array.from({ length: 40 }, (_, index) => ({
  label: `Day ${index + 1}`,
  value: 50 + 40 * Math.sin(index / 4),
}));
const STYLED = { fill_color: TEAL, text_color: INK, axes_color: '#c9b99a', show_values: true };

const CHARTS = (['bar', 'line', 'pie'] as const).flatMap((chart_type) => [
  still('charts', `chart-${chart_type}`, [{ ...CHART, chart_type }]),
  still('charts', `chart-${chart_type}-styled`, [{ ...CHART, ...STYLED, chart_type, number_format: '0.0' }]),
  still('charts', `chart-${chart_type}-many`, [{ ...CHART, chart_type, chart_data: MANY }]),
  moving(
    'drawn',
    `chart-${chart_type}-drawn`,
    [{ ...CHART, ...STYLED, chart_type, enter: { type: 'draw', duration: 1.5 } }],
    [0.1, 0.4, 0.7, 1.1, 1.8],
  ),
]);
const LOSING = (['bar', 'line'] as const).map((chart_type) =>
  still('charts', `chart-${chart_type}-negative`, [
    { ...CHART, chart_type, chart_data: LOSSES, show_values: true, number_format: '$0.0a' },
  ]),
);

const STEEP = still('charts', 'chart-line-steep', [
  {
    ...{ ...CHART, ...STYLED, chart_type: 'line', number_format: '$0' },
    chart_data: [40, 3, 98, 7, 60, 64, 100].map((value, index) => ({ label: `Q${index + 1}`, value })),
  },
]);

const PROGRESS = { name: 'progress', type: 'progress', fill_color: TEAL, track_color: '#d9cfbd', thickness: 14 };
const PROGRESSES = [
  still('progress', 'progress-bars', [
    ...grid(2, 5, [
      ...[0, 0.03, 0.4, 0.7, 1].map((value) => ({ ...PROGRESS, value })),
      ...[0, 0.03, 0.4, 0.7, 1].map((value) => ({ ...PROGRESS, value, ends: 'flat', direction: 'left' })),
    ]),
  ]),
  still('progress', 'progress-upright', [
    ...grid(8, 1, [
      ...[0, 0.05, 0.6, 1].map((value) => ({ ...PROGRESS, value, direction: 'up' })),
      ...[0.05, 0.6].map((value) => ({ ...PROGRESS, value, direction: 'down' })),
      ...[0.3, 0.6].map((value) => ({ ...PROGRESS, value, direction: 'down', ends: 'flat', thickness: 400 })),
    ]),
  ]),
  still('progress', 'progress-rings', [
    ...grid(5, 2, [
      ...[0, 0.03, 0.4, 0.7, 1].map((value) => ({ ...PROGRESS, form: 'ring', value })),
      ...[0, 0.03, 0.4, 0.97].map((value) => ({
        ...{ ...PROGRESS, form: 'ring', value, ends: 'flat', direction: 'counterclockwise' },
      })),
      { ...PROGRESS, form: 'ring', value: 0.6, thickness: 400, fill_color: `linear-gradient(${AMBER}, ${ROSE})` },
    ]),
  ]),
  moving(
    'progress',
    'progress-following',
    grid(1, 3, [
      { ...PROGRESS, follows: 'page' },
      { ...PROGRESS, form: 'ring', follows: 'video' },
      { ...PROGRESS, value: 0.8, enter: { type: 'count', duration: 1 } },
    ]),
    [0, 0.5, 1, 1.5, 1.95],
  ),
];

const SAYING: Readonly<Record<CodeType, string>> = {
  ...{ qr: 'https://example.com', datamatrix: 'Framewright', aztec: 'Framewright', pdf417: 'Framewright 2026' },
  ...{ code128: 'FW-2026', code39: 'FW 2026', ean13: '4006381333931', upca: '036000291452', itf14: '15400141288763' },
};

function codes(types: readonly CodeType[], look: Json = {}): Json[] {
  return types.map((code_type) => ({
    ...{ name: 'code', type: 'machine_code', code_type, text: SAYING[code_type], ...look },
  }));
}

const CODES = [
  still('codes', 'codes-2d', grid(2, 2, codes(['qr', 'datamatrix', 'aztec', 'pdf417']), 6)),
  still('codes', 'codes-1d', grid(2, 3, codes(['code128', 'code39', 'ean13', 'upca', 'itf14']), 6)),
  still('codes', 'codes-styled', [
    ...grid(
      2,
      1,
      codes(['qr', 'aztec'], {
        ...{ foreground_color: INK, background_color: PAPER, border_width: 4, border_radius: 16, border_color: AMBER },
        error_correction: 'H',
      }),
      14,
    ),
  ]),
];

const RATING = { name: 'stars', type: 'rating', rating: 3.5 };
const RATINGS = still('ratings', 'ratings', [
  ...grid(1, 4, [
    RATING,
    { ...RATING, icon: 'heart', active_fill_color: ROSE, rating: 4 },
    { ...RATING, icon: 'circle', active_fill_color: TEAL, rating: 6.5, rating_max: 10, gap: 2 },
    { ...RATING, rating: 0, gap: 30 },
  ]),
]);

/** Figures for numbers: charts, codes for machines, ratings. */
export const DATA: readonly Exhibit[] = [...PROGRESSES, ...CHARTS, ...LOSING, STEEP, ...CODES, RATINGS];
