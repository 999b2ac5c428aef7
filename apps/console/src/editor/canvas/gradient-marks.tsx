import { type MouseEvent, useMemo } from 'react';
import { bytesOf } from '../../ui/bytes-of.ts';
import { hexOf, hsvOf } from '../../ui/hsv.ts';
import {
  type EditableGradient,
  gradientOf,
  type GradientStop,
  gradientText,
  withoutStop,
  withStop,
  withStopAt,
} from '../model/gradient.ts';
import { gradientLine, type LineEnd, withEndMoved } from './gradient-line.ts';
import { type MarkedPaint, MarkHandle } from './mark-handle.tsx';
import styles from './paint-marks.module.css';

/** Distance of the line from the middle of the box, and of the handles from the ends of the line, px of the screen. */
const ASIDE_PX = 26;
const BEYOND_PX = 20;
/** Straight parts of the way. */
const PARTS = 40;
const ENDS: Readonly<Record<LineEnd, Readonly<Record<EditableGradient['form'], string>>>> = {
  start: { linear: 'Start', radial: 'Middle', conic: 'Middle' },
  end: { linear: 'Direction', radial: 'Size', conic: 'Direction' },
};

/** The line of a gradient with its colors, and handles for its direction, middle and size. */
export function GradientMarks({ paint, index }: { paint: MarkedPaint; index: number }) {
  const { value, words, size, pixel, zoom, put, settle, pointAt } = paint;
  const line = useMemo(() => {
    const aside = ASIDE_PX * pixel * (index % 2 === 0 ? -1 : 1);
    return gradientLine(value, size, { aside, beyond: BEYOND_PX * pixel });
  }, [value, size, pixel, index]);
  const gradient = gradientOf(value)!;
  const change = (next: EditableGradient) => put(gradientText(next));
  const add = (event: MouseEvent) => {
    event.stopPropagation();
    const at = Math.min(100, Math.max(0, line.shareAt(pointAt(event), 0.5) * 100));
    change(withStopAt(gradient, at, colorAt(gradient.stops, at)));
    settle();
  };
  const places = Array.from({ length: PARTS + 1 }, (_, part) => line.placeAt(part / PARTS));
  const way = [...places, ...(gradient.form === 'conic' ? [] : [line.handles.end])];
  const points = way.map(({ x, y }) => `${x * zoom},${y * zoom}`).join(' ');
  return (
    <>
      <svg className={styles.lines} aria-hidden="true">
        <polyline className={styles.under} points={points} />
        <polyline className={styles.over} points={points} />
        <polyline
          className={styles.reach}
          points={points}
          onPointerDown={(event) => event.stopPropagation()}
          onDoubleClick={add}
        />
      </svg>
      {gradient.stops.map((stop, each) => (
        <MarkHandle
          key={each}
          paint={paint}
          kind="stop"
          at={line.placeAt(stop.at / 100)}
          color={stop.color}
          label={`Color ${each + 1} of ${words} on the picture`}
          onMove={({ from, to }) => {
            const by = line.shareAt(to, stop.at / 100) - line.shareAt(from, stop.at / 100);
            change(withStop(gradient, each, { at: stop.at + by * 100 }));
          }}
          onRemove={() => {
            change(withoutStop(gradient, each));
            settle();
          }}
        />
      ))}
      {(['start', 'end'] as const).map((end) => (
        <MarkHandle
          key={end}
          paint={paint}
          kind="end"
          at={line.handles[end]}
          label={`${ENDS[end][gradient.form]} of ${words} on the picture`}
          onMove={({ from, to, isShifted }) =>
            change(withEndMoved(gradient, { end, from, to, box: size, inSteps: isShifted }))
          }
        />
      ))}
    </>
  );
}

/** The color that a gradient has at a place, as `#rrggbb` or `#rrggbbaa`. */
function colorAt(stops: readonly GradientStop[], at: number): string {
  const found = stops.findIndex((stop) => stop.at > at);
  const next = found < 0 ? stops.length - 1 : Math.max(1, found);
  const [before, after] = [stops[next - 1]!, stops[next]!];
  const share = Math.min(1, Math.max(0, (at - before.at) / (after.at - before.at || 1)));
  const [one, other] = [bytesOf(before.color), bytesOf(after.color)];
  const alpha = one[3] * (1 - share) + other[3] * share;
  const mixed = (from: number, to: number) =>
    alpha === 0 ? from : (from * one[3] * (1 - share) + to * other[3] * share) / alpha;
  return hexOf(hsvOf([mixed(one[0], other[0]), mixed(one[1], other[1]), mixed(one[2], other[2]), alpha]));
}
