import { inWords } from '../../schema/layer-sections.ts';
import { curveOf, EASINGS } from '../../model/easing-curve.ts';
import styles from './easing-choices.module.css';

const SIDE = 32;

/** The ways of easings that are no single curve, as points of a line in a square of 32. */
const LINES: Readonly<Record<string, string>> = {
  spring: 'M0 32 C5 -14 9 -2 12 5 S17 -4 20 0 S26 1 32 0',
  'steps(4)': 'M0 32 V24 H8 V16 H16 V8 H24 V0 H32',
};

interface EasingChoicesProps {
  value: string;
  onChoose: (easing: string) => void;
}

/** The easings by name, each with its curve. */
export function EasingChoices({ value, onChoose }: EasingChoicesProps) {
  return (
    <div className={styles.grid}>
      {EASINGS.map((name) => (
        <button
          key={name}
          type="button"
          className={styles.option}
          aria-pressed={name === value}
          onClick={() => onChoose(name)}
        >
          <svg width="44" height="44" viewBox="-6 -12 44 56" aria-hidden="true">
            <path d={`M0 ${SIDE}H${SIDE}M0 0H${SIDE}`} className={styles.frame} />
            <path d={lineOf(name)} className={styles.curve} />
          </svg>
          {inWords(name.replaceAll('-', ' '))}
        </button>
      ))}
    </div>
  );
}

function lineOf(name: string): string {
  const curve = curveOf(name);
  if (!curve) return LINES[name] ?? '';
  const [x1, y1, x2, y2] = curve;
  const at = (x: number, y: number) => `${x * SIDE} ${(1 - y) * SIDE}`;
  return `M${at(0, 0)} C${at(x1, y1)} ${at(x2, y2)} ${at(1, 1)}`;
}
