import type { Rect, Size } from './geometry.js';

/** A name for people, and the margins that are not safe: hundredths of the height above and below, else of the width. */
interface SafeArea {
  readonly label: string;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
  readonly left: number;
}

/** Areas that no part of a player covers, as of 2026 (docs/template/layout.md, Safe areas). */
export const SAFE_AREAS = {
  tiktok: { label: 'TikTok', top: 8, right: 14, bottom: 23, left: 6 },
  instagram_reels: { label: 'Instagram Reels', top: 14, right: 6, bottom: 35, left: 6 },
  instagram_stories: { label: 'Instagram Stories', top: 14, right: 0, bottom: 20, left: 0 },
  youtube_shorts: { label: 'YouTube Shorts', top: 15, right: 18, bottom: 35, left: 5 },
  title_safe: { label: 'Title-safe (television)', top: 5, right: 5, bottom: 5, left: 5 },
} as const satisfies Record<string, SafeArea>;

export type SafeAreaName = keyof typeof SAFE_AREAS;

/** The safe area of a frame, in its pixels. */
export function safeRect(name: SafeAreaName, { width, height }: Size): Rect {
  const { top, right, bottom, left }: SafeArea = SAFE_AREAS[name];
  const [across, down] = [width / 100, height / 100];
  return { x: left * across, y: top * down, width: (100 - left - right) * across, height: (100 - top - bottom) * down };
}
