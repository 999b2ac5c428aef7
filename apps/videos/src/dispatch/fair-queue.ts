/** A segment nobody works on yet. */
interface WaitingSegment {
  videoId: string;
  segment: number;
  orgId: string;
}

/** An organization with work waiting. */
export interface WaitingOrg {
  orgId: string;
  /** When it was last served, counted in turns of the whole queue; 0 for never. */
  lastTurn: number;
  /** Its segments dispatched or being drawn. */
  active: number;
  /** Oldest first. */
  waiting: readonly WaitingSegment[];
}

/** A segment to dispatch and the turn its organization is served with. */
export interface Serving {
  segment: WaitingSegment;
  turn: number;
}

/**
 * Chooses what to dispatch: one segment at a time from the organization served least recently, its oldest first, so that
 * one with ten thousand videos delays another's first by one segment. Organizations never served come first, in the
 * order given.
 *
 * @param limits `room`: segments to choose at most; `perOrg`: segments of one organization active at once
 */
export function chooseSegments(orgs: readonly WaitingOrg[], limits: { room: number; perOrg: number }): Serving[] {
  const queue = orgs.map((org) => ({ ...org, next: 0 }));
  const served: Serving[] = [];
  let turn = Math.max(0, ...orgs.map((org) => org.lastTurn));
  while (served.length < limits.room) {
    const org = queue
      .filter((candidate) => candidate.active < limits.perOrg && candidate.next < candidate.waiting.length)
      .reduce<(typeof queue)[number] | undefined>(
        (first, candidate) => (first && first.lastTurn <= candidate.lastTurn ? first : candidate),
        undefined,
      );
    if (!org) break;
    turn += 1;
    served.push({ segment: org.waiting[org.next]!, turn });
    Object.assign(org, { next: org.next + 1, active: org.active + 1, lastTurn: turn });
  }
  return served;
}
