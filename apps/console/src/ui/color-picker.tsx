import { type CSSProperties, type KeyboardEvent, type PointerEvent, useState } from 'react';
import styles from './color-picker.module.css';
import { type Bytes, hexOf, type Hsv, hsvOf } from './hsv.ts';
import type { OfferedColor } from './offered-color.ts';
import { Icon } from './icon.tsx';

interface ColorPickerProps {
  color: Bytes;
  /** Colors that are offered, by the name of their group. */
  offered: Readonly<Record<string, readonly OfferedColor[]>>;
  onColor: (color: string) => void;
}

/** The browser's tool that picks a color from the screen, where there is one. */
interface EyeDropper {
  open: () => Promise<{ readonly sRGBHex: string }>;
}
declare global {
  var EyeDropper: (new () => EyeDropper) | undefined;
}

const STEP = 0.02;

/** Picks a color by its saturation and brightness, hue and transparency, from the screen, or among those that are offered. */
export function ColorPicker({ color, offered, onColor }: ColorPickerProps) {
  const [last, setLast] = useState(() => hsvOf(color));
  const given = hsvOf(color, last);
  const shown = hexOf(given) === hexOf(last) ? last : given; // the hue of a gray is known only here
  const put = (change: Partial<Hsv>) => {
    const next = { ...shown, ...change };
    setLast(next);
    onColor(hexOf(next));
  };
  const pure = hexOf({ hue: shown.hue, saturation: 1, value: 1, alpha: 1 });
  const solid = hexOf({ ...shown, alpha: 1 });
  return (
    <div className={styles.picker}>
      <Plane color={shown} pure={pure} onColor={put} />
      <div className={styles.bars}>
        {globalThis.EyeDropper && (
          <button
            type="button"
            className={styles.dropper}
            aria-label="Pick a color from the screen"
            title="Pick a color from the screen"
            onClick={() => void picked().then((hex) => hex !== undefined && onColor(hex))}
          >
            <Icon name="eyedropper" />
          </button>
        )}
        <div className={styles.sliders}>
          <input
            type="range"
            className={styles.hue}
            aria-label="Hue"
            min={0}
            max={359}
            value={Math.round(shown.hue)}
            onChange={(event) => put({ hue: event.target.valueAsNumber })}
          />
          <input
            type="range"
            className={styles.alpha}
            style={{ '--solid': solid } as CSSProperties}
            aria-label="Opacity of the color"
            min={0}
            max={100}
            value={Math.round(shown.alpha * 100)}
            onChange={(event) => put({ alpha: event.target.valueAsNumber / 100 })}
          />
        </div>
      </div>
      {Object.entries(offered).map(([group, colors]) => (
        <Offered key={group} group={group} colors={colors} onColor={onColor} />
      ))}
    </div>
  );
}

function Offered({
  group,
  colors,
  onColor,
}: {
  group: string;
  colors: readonly OfferedColor[];
  onColor: (color: string) => void;
}) {
  if (colors.length === 0) return null;
  return (
    <div className={styles.offered} role="group" aria-label={group}>
      <span className={styles.group}>{group}</span>
      {colors.map(({ name, value, color }) => (
        <button
          key={value}
          type="button"
          className={styles.chip}
          style={{ '--chip': color } as CSSProperties}
          aria-label={name}
          title={name}
          onClick={() => onColor(value)}
        />
      ))}
    </div>
  );
}

/** The color of a point of the screen that a person chooses; undefined if they choose none. */
async function picked(): Promise<string | undefined> {
  if (!globalThis.EyeDropper) return undefined;
  const chosen = await new globalThis.EyeDropper().open().catch(() => undefined);
  return chosen?.sRGBHex;
}

interface PlaneProps {
  color: Hsv;
  /** The hue alone. */
  pure: string;
  onColor: (change: Partial<Hsv>) => void;
}

/** Saturation to the right, brightness upwards; by pointer and arrow keys. */
function Plane({ color: { saturation, value }, pure, onColor }: PlaneProps) {
  const point = (event: PointerEvent<HTMLElement>) => {
    if (event.buttons !== 1) return;
    const { left, top, width, height } = event.currentTarget.getBoundingClientRect();
    onColor({ saturation: unit((event.clientX - left) / width), value: 1 - unit((event.clientY - top) / height) });
  };
  const press = (event: KeyboardEvent) => {
    const by = { ArrowLeft: [-STEP, 0], ArrowRight: [STEP, 0], ArrowUp: [0, STEP], ArrowDown: [0, -STEP] }[event.key];
    if (!by) return;
    event.preventDefault();
    onColor({ saturation: unit(saturation + by[0]!), value: unit(value + by[1]!) });
  };
  return (
    <div
      className={styles.plane}
      style={{ '--pure': pure } as CSSProperties}
      role="slider"
      tabIndex={0}
      aria-label="Saturation and brightness"
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={Math.round(saturation * 100)}
      aria-valuetext={`Saturation ${Math.round(saturation * 100)} %, brightness ${Math.round(value * 100)} %`}
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId);
        point(event);
      }}
      onPointerMove={point}
      onKeyDown={press}
    >
      <span className={styles.knob} style={{ left: `${saturation * 100}%`, top: `${(1 - value) * 100}%` }} />
    </div>
  );
}

function unit(share: number): number {
  return Math.min(1, Math.max(0, share));
}
