import { setTimeout as pause } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import pLimit from 'p-limit';
import {
  AppError,
  FORMATS,
  type Inspection,
  RENDERER_RPC,
  type ValidateVideo,
  type CheckedBody,
} from '#libs/contracts';
import { ASSUMED_S } from '#libs/document';
import { RpcClient } from '#libs/messaging';
import { Logger } from '#libs/runtime';
import { atOrigin, plainSeconds, type Warning, warningAt } from '#libs/template';
import { type DraftedVideo, type Finding, mergeFindings, type VideoDraft } from '#libs/drafts';
import { VideoDrafts } from './video-drafts.js';

/** The result for a body that creation would refuse, except its errors. */
const REFUSED = {
  valid: false,
  warnings: [],
  sizes: null,
  duration: null,
  page_durations: null,
  credits: null,
  explanation: null,
};

/** Sizes of one request that renderers inspect at the same time: they share the files of the video. */
const INSPECTED_AT_ONCE = 2;
/** Time for the inspections of all sizes, ms: that of one, after which the others are skipped. */
const INSPECTIONS_MS = RENDERER_RPC.inspect.timeoutMs + 1_000;

const NOT_CHECKED = 'no renderer replied in time; files, fonts and layout were not checked';

/** The findings of an inspection to which no renderer replied. */
const SKIPPED = skipped(NOT_CHECKED);
/** Those of a video whose files were not even measured: a renderer that did not do that is not asked to inspect. */
const NOT_MEASURED = skipped(
  `${NOT_CHECKED}; durations and price are for files of ${ASSUMED_S} s where times depend on their lengths`,
);

/** Checks a request like its creation and its rendering would, without creating, holding or storing anything. */
@Injectable()
export class ValidateVideoService {
  constructor(
    private readonly drafts: VideoDrafts,
    private readonly rpc: RpcClient,
    private readonly log: Logger,
  ) {}

  /**
   * @throws AppError RESOURCE_NOT_FOUND for a well-formed body of an unknown template, as the request itself would;
   * RATE_LIMIT_EXCEEDED while too many of the organization's requests wait for a renderer
   */
  async validate({ org_id, body }: ValidateVideo): Promise<CheckedBody> {
    const drafted = await this.drafts.draft(org_id, body, 'validate').catch(refusal);
    if ('errors' in drafted) return { ...REFUSED, ...drafted };
    const { videos, areLengthsAssumed } = drafted;
    const found = areLengthsAssumed
      ? videos.map(() => NOT_MEASURED)
      : await this.findingsOfAll(org_id, videos, body['explain'] === true);
    const bySize = <Found extends Finding>(findings: (of: Inspection) => readonly Found[]): Found[] =>
      mergeFindings(new Map(found.map((each, index) => [videos[index]!.draft.size, findings(each)])), videos.length);
    const errors = bySize(({ faults }) => faults);
    return {
      valid: errors.length === 0,
      errors,
      warnings: bySize(({ warnings }) => warnings),
      sizes: videos.map(({ draft: { size, width, height, credits } }) => ({ size, width, height, credits })),
      duration: videos[0].draft.durationS,
      page_durations: videos[0].draft.document.pages.map(({ duration }) => plainSeconds(duration)),
      credits: videos.reduce((sum, { draft }) => sum + draft.credits, 0),
      explanation: found[0]?.explanation ?? null,
    };
  }

  /** The findings about the video of each size. @param explain the first one */
  private findingsOfAll(org_id: string, videos: readonly DraftedVideo[], explain: boolean): Promise<Inspection[]> {
    const limit = pLimit(INSPECTED_AT_ONCE);
    const untilMs = performance.now() + INSPECTIONS_MS;
    const late = pause(INSPECTIONS_MS, SKIPPED, { ref: false });
    const inspected = videos.map((video, index) =>
      limit(() => {
        if (performance.now() >= untilMs) return SKIPPED;
        return Promise.race([late, this.findings(org_id, video, explain && index === 0)]);
      }),
    );
    return Promise.all(inspected);
  }

  /** The findings about the video of one size, each at its place in the request or the template. */
  private async findings(org_id: string, { draft, origins }: DraftedVideo, explain: boolean): Promise<Inspection> {
    const { faults, warnings, ...rest } = await this.inspect(org_id, draft, explain);
    return {
      ...rest,
      faults: faults.map((fault) => atOrigin(fault, origins)),
      warnings: warnings.map((warning) => atOrigin(warning, origins)).filter((warning) => !hidesInSize(warning)),
    };
  }

  /**
   * Has a renderer inspect the document, because only a renderer knows files and fonts. Without its reply the result is
   * incomplete, which a warning reports.
   */
  private async inspect(
    org_id: string,
    { document, audioUrl, format, fps }: VideoDraft,
    explain: boolean,
  ): Promise<Inspection> {
    const sound = { silent: !FORMATS[format].hasSound, ...(audioUrl !== null && { audio_url: audioUrl }) };
    try {
      return await this.rpc.call(RENDERER_RPC.inspect, {
        schema: 1,
        org_id,
        document,
        fps,
        ...(explain && { explain }),
        ...sound,
      });
    } catch (error) {
      if (error instanceof AppError && error.code === 'RATE_LIMIT_EXCEEDED') throw error;
      this.log.warn('inspection.timeout', { error });
      return SKIPPED;
    }
  }
}

function skipped(message: string): Inspection {
  return { faults: [], warnings: [warningAt('body', { code: 'CHECK_SKIPPED', message })] };
}

/** Whether a warning is about a layer that its author hides in one size, as docs/template/sizes.md describes. */
function hidesInSize({ code, field }: Warning): boolean {
  return code === 'LAYER_TRANSPARENT' && /\.for_size\.\w+\.opacity$/.test(field);
}

/** The faults for which creation would refuse the body. */
function refusal(error: unknown): Pick<CheckedBody, 'errors'> {
  if (!(error instanceof AppError) || typeof error.details !== 'object') throw error;
  return { errors: [...error.details] };
}
