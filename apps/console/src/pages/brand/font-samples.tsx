import { useMemo } from 'react';
import type { JsonObject } from '#libs/document';
import { StillCanvas } from '../../ui/still-canvas.tsx';
import { useStill } from '../../api/use-still.ts';
import styles from './brand.module.css';

const WIDTH = 1_200;
const LINE = 88;

/** The families as the renderer draws them, below each other, in one picture. */
export function FontSamples({ families }: { families: readonly string[] }) {
  const list = [...new Set(families)].join('\n');
  return list === '' ? null : <Drawn list={list} />;
}

function Drawn({ list }: { list: string }) {
  const families = list.split('\n');
  const subject = useMemo(() => ({ document: documentOf(list.split('\n')) }), [list]);
  const { picture, error } = useStill({ subject, time: 0, width: WIDTH });
  if (error) return <p className={styles.note}>No picture now</p>;
  const style = { aspectRatio: WIDTH / (families.length * LINE) };
  const label = `Samples of ${families.join(', ')}`;
  return <StillCanvas picture={picture} className={styles.samples} style={style} label={label} />;
}

function documentOf(families: readonly string[]): JsonObject {
  const layers = families.map((family, line) => ({
    name: `sample ${line + 1}`,
    type: 'text',
    text: `${family} · Hamburgefonstiv 0123456789`,
    font_family: family,
    font_size: 44,
    text_color: '#1f1f1b',
    ...{ x: 24, y: line * LINE, width: WIDTH - 48, height: LINE, vertical_align: 'middle' },
  }));
  const pages = [{ number: 1, duration: 1, background_color: '#ffffff', layers }];
  return { name: 'Samples', width: WIDTH, height: families.length * LINE, pages };
}
