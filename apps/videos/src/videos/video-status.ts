import { VIDEO_STATUSES, type VideoStatus } from '#libs/contracts';

/**
 * The statuses of a row of `videos`. Callers see the four public ones only. A video is RESERVING until its credits are held,
 * and RELEASING while a reservation that was given up returns its credits. One that its owner has deleted is DELETED until
 * nothing refers to the row.
 */
export type RowStatus = 'RESERVING' | 'RELEASING' | VideoStatus | 'DELETED';

export const ROW_STATUSES: readonly RowStatus[] = ['RESERVING', 'RELEASING', ...VIDEO_STATUSES, 'DELETED'];

/** A status after which nothing about the video changes. */
export type TerminalStatus = Exclude<VideoStatus, 'PROCESSING'>;

const NEXT: Readonly<Record<RowStatus, readonly RowStatus[]>> = {
  RESERVING: ['PROCESSING', 'RELEASING'],
  RELEASING: [],
  PROCESSING: ['COMPLETED', 'FAILED', 'CANCELED'],
  COMPLETED: ['DELETED'],
  FAILED: ['DELETED'],
  CANCELED: ['DELETED'],
  DELETED: [],
};

/** Whether a row may go from one status to another. */
export function canBecome(from: RowStatus, to: RowStatus): boolean {
  return NEXT[from].includes(to);
}

/** Whether callers may see a row of this status. */
export function isVisible(status: RowStatus): status is VideoStatus {
  return VIDEO_STATUSES.some((visible) => visible === status);
}

/** Whether a video of this status has ended. */
export function isTerminal(status: RowStatus): status is TerminalStatus {
  return isVisible(status) && status !== 'PROCESSING';
}

const SETTLEMENT = {
  RESERVING: 'keep',
  RELEASING: 'release',
  PROCESSING: 'keep',
  COMPLETED: 'capture',
  FAILED: 'release',
  CANCELED: 'release',
} as const satisfies Record<Exclude<RowStatus, 'DELETED'>, 'keep' | 'capture' | 'release'>;

/**
 * Settlement of a video's hold (docs/api/credits.md). A hold without a row belongs to a reservation that was removed. A
 * deleted video with a file was finished, and so is paid for.
 */
export function settlementOf(
  video: { status: RowStatus; fileSize?: number | null } | undefined,
): 'keep' | 'capture' | 'release' {
  if (video === undefined) return 'release';
  if (video.status === 'DELETED') return typeof video.fileSize === 'number' ? 'capture' : 'release';
  return SETTLEMENT[video.status];
}
