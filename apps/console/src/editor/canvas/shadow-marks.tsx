import type { KeyboardEvent } from 'react';
import { type Point, readShadows, rounded, sameJson, type Shadow, shadowsInPixels, withShadow } from '#libs/document';
import { useEditorState } from '../model/editor-model.ts';
import { frameSize } from '../model/editor-state.ts';
import { arrowWay } from '../ui/arrow-way.ts';
import { alongAxis } from './box-drags.ts';
import { dragInBox, type HandleMove, type MarkedPaint, MarkHandle } from './mark-handle.tsx';
import styles from './paint-marks.module.css';

/** Room between the handle of a shadow and its ring, px of the screen. */
const RING_PX = 14;
/** The point of a box whose shadow has the handle: not the middle, where a layer is dragged. */
const CASTER: Point = { x: 0.75, y: 0.75 };

/** For each shadow, a handle at its distance from the layer, in a ring as far away as it is blurred. */
export function ShadowMarks({ paint }: { paint: MarkedPaint }) {
  const { value, words, size, put } = paint;
  const frame = useEditorState(frameSize, sameJson);
  const shadows = readShadows(shadowsInPixels(value, frame)) ?? [];
  const caster = { x: size.width * CASTER.x, y: size.height * CASTER.y };
  return shadows.map((shadow, index) => (
    <ShadowMark
      key={index}
      paint={paint}
      shadow={shadow}
      caster={caster}
      words={shadows.length > 1 ? `${words}, ${index + 1}` : words}
      onChange={(changed) => put(withShadow(value, index, { ...shadow, ...changed }, frame))}
    />
  ));
}

interface ShadowMarkProps {
  paint: MarkedPaint;
  shadow: Shadow;
  caster: Point;
  words: string;
  onChange: (changed: Partial<Shadow>) => void;
}

function ShadowMark({ paint, shadow, caster, words, onChange }: ShadowMarkProps) {
  const { zoom, pixel, settle } = paint;
  const at = { x: caster.x + shadow.x, y: caster.y + shadow.y };
  const move = ({ from, to, isShifted }: HandleMove) => {
    const by = { x: to.x - from.x, y: to.y - from.y };
    const way = isShifted ? alongAxis(by) : by;
    onChange({ x: rounded(shadow.x + way.x, 0), y: rounded(shadow.y + way.y, 0) });
  };
  const distance = ({ x, y }: Point) => Math.hypot(x - at.x, y - at.y);
  const blur = (by: number) => onChange({ blur: Math.max(0, rounded(shadow.blur + by, 0)) });
  const press = (event: KeyboardEvent) => {
    const way = arrowWay(event);
    if (!way) return;
    event.preventDefault();
    blur(way.x - way.y);
  };
  const ring = { cx: at.x * zoom, cy: at.y * zoom, r: (shadow.blur + RING_PX * pixel) * zoom };
  const line = { x1: caster.x * zoom, y1: caster.y * zoom, x2: ring.cx, y2: ring.cy };
  return (
    <>
      <svg className={styles.lines}>
        <line className={styles.under} {...line} />
        <line className={styles.over} {...line} />
        <circle className={styles.under} {...ring} />
        <circle className={styles.ring} {...ring} />
        <circle
          className={styles.reach}
          {...ring}
          role="slider"
          tabIndex={0}
          aria-label={`Blur of ${words} on the picture`}
          aria-valuemin={0}
          aria-valuenow={shadow.blur}
          aria-valuetext={`${shadow.blur} pixels`}
          onPointerDown={(event) => dragInBox(event, paint, ({ from, to }) => blur(distance(to) - distance(from)))}
          onKeyDown={press}
          onBlur={settle}
        />
      </svg>
      <MarkHandle
        paint={paint}
        kind="shadow"
        at={at}
        color={shadow.color}
        label={`Distance of ${words} on the picture`}
        onMove={move}
      />
    </>
  );
}
