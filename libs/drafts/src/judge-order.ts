import type { CreateVideoBody } from '#libs/contracts';
import type { Checked, Fault, TemplateDocument } from '#libs/template';
import { type DraftConditions, type DraftedVideo, draftVideo } from './draft-video.js';

/** A finding about the video of one size. */
export interface Finding {
  field: string;
  message: string;
}

/** Applies a request to its template in each size that it names: a draft for each, or what is wrong in any of them. */
export function draftOrder(
  request: CreateVideoBody,
  template: TemplateDocument,
  conditions: DraftConditions,
): Checked<DraftedVideo[]> {
  const { sizes, ...rest } = request;
  if (!sizes?.length) {
    const drafted = draftVideo(rest, template, conditions);
    return drafted.ok ? { ok: true, value: [drafted.value] } : drafted;
  }
  const videos: DraftedVideo[] = [];
  const faults = new Map<string, Fault[]>();
  for (const [index, size] of sizes.entries()) {
    const drafted = draftVideo({ ...rest, size }, template, conditions);
    if (drafted.ok) videos.push(drafted.value);
    else
      faults.set(
        size,
        drafted.faults.map((fault) => atSize(fault, index)),
      );
  }
  return faults.size > 0 ? { ok: false, faults: mergeFindings(faults, sizes.length) } : { ok: true, value: videos };
}

/**
 * Findings of several sizes as those of one order, each once. The message of one that not every size has ends with the names of
 * its sizes.
 *
 * @param all number of the sizes
 */
export function mergeFindings<Found extends Finding>(
  found: ReadonlyMap<string, readonly Found[]>,
  all: number,
): Found[] {
  const merged = new Map<string, { finding: Found; sizes: string[] }>();
  for (const [size, findings] of found) {
    for (const finding of findings) {
      const key = JSON.stringify([finding.field, finding.message]);
      const known = merged.get(key);
      if (known) known.sizes.push(size);
      else merged.set(key, { finding, sizes: [size] });
    }
  }
  return [...merged.values()].map(({ finding, sizes }) => {
    if (sizes.length === all || finding.field.startsWith('sizes[')) return finding;
    return { ...finding, message: `${finding.message} (in size ${sizes.join(', ')})` };
  });
}

/** A fault of the name of a size has its place in the list of names. */
function atSize(fault: Fault, index: number): Fault {
  return fault.field === 'size' ? { ...fault, field: `sizes[${index}]` } : fault;
}
