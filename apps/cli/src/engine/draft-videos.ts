import { type DraftedVideo, judgeRequest, type Judgment } from '#libs/drafts';
import { measureFiles, type RenderTools } from '#libs/render';
import { type Checked, type Fault, type FileToMeasure, lengthKey, type TemplateDocument } from '#libs/template';

/** Rules and tools for drafts. */
export interface DraftTools {
  judgment: Judgment;
  /** Measures files whose lengths decide times. Absent: the lengths are assumed. */
  assets?: RenderTools['assets'] | undefined;
  signal: AbortSignal;
}

/** Lengths of files that were measured; a file is measured once. */
export type KnownLengths = Map<string, number>;

/**
 * Applies a request to its template as the service does: a draft for each size. Files whose lengths decide times are
 * measured.
 */
export async function draftVideos(
  body: unknown,
  template: TemplateDocument,
  tools: DraftTools,
  known: KnownLengths = new Map(),
): Promise<Checked<DraftedVideo[]>> {
  const drafted = judged(body, template, tools, known);
  if (!drafted.ok) return drafted;
  const unmeasured = drafted.value.flatMap((each) => each.unmeasured);
  if (unmeasured.length === 0 || !tools.assets) return drafted;
  const faults = await measureLengths(unmeasured, tools.assets, tools.signal, known);
  return faults.length > 0 ? { ok: false, faults } : judged(body, template, tools, known);
}

function judged(
  body: unknown,
  template: TemplateDocument,
  { judgment }: DraftTools,
  measured: KnownLengths,
): Checked<DraftedVideo[]> {
  const checked = judgeRequest({ body, template, measured }, judgment);
  return checked.ok ? { ok: true, value: checked.value ?? [] } : checked;
}

/** Measures files whose lengths decide times. @returns the faults of those that cannot be measured */
export async function measureLengths(
  files: readonly FileToMeasure[],
  assets: RenderTools['assets'],
  signal: AbortSignal,
  known: KnownLengths,
): Promise<Fault[]> {
  const distinct = [...new Map(files.map((file) => [lengthKey(file), file])).values()];
  const lengths = await measureFiles(distinct, assets, { signal, mayAsk: () => true });
  return distinct.flatMap((file, index): Fault[] => {
    const found = lengths[index]!;
    if ('seconds' in found) {
      known.set(lengthKey(file), found.seconds);
      return [];
    }
    const message = `the length of the ${file.kind}, on which times depend, was not measured: ${found.reason}`;
    return [{ field: file.field, code: 'INVALID_VALUE', message, value: file.url }];
  });
}
