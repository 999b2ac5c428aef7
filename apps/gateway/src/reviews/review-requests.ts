import { applyDecorators } from '@nestjs/common';
import { IsBoolean, IsIn, IsISO8601, IsNotEmpty, IsNumber, IsOptional, IsString, IsUUID, Min } from 'class-validator';
import {
  FRAME_RATES,
  IsIntegerFrom,
  IsNumberIn,
  IsText,
  IsTime,
  NamedCreator,
  VIDEO_FORMATS,
  VIDEO_STATUSES,
  type VideoFormat,
  type VideoStatus,
} from '#libs/contracts';
import { IsSecret, IsWebUrl, Nested, OrNull } from '#libs/template';
import { Example } from '../openapi/examples.js';

/** Bytes of a body whose texts have every character escaped. */
export const MAX_REVIEW_BYTES = 16_384;
const MAX_NAME_CHARACTERS = 200;
const MAX_AUTHOR_CHARACTERS = 100;
const MAX_TEXT_CHARACTERS = 1_000;
/** Longest moment, s; that of the video is checked too. */
const MAX_MOMENT_S = 86_400;

/** The answers to a video that is reviewed. */
const DECISIONS = ['approved', 'changes_requested'] as const;
export type Decision = (typeof DECISIONS)[number];
const AUTHOR_TYPES = ['user', 'key', 'reviewer'] as const;
export type AuthorType = (typeof AUTHOR_TYPES)[number];

const FILE = 'https://files.example.com/videos/0d7c1f6e-3b52-4c8e-9a7d-6f1e2b3c4d5e/4kQ9xZpT2mVb7NwLr0HcYd';
const LINK_ID = 'b6f0a1d2-3c4e-4f5a-8b69-7c8d9e0f1a2b';
const TOKEN = 'o5pXvcNnSfgcO3yrbfVR7yq4D2-1mKtwBYzhQu0eHiE';

const EXAMPLE_OF_LINK: ReviewLink = {
  id: LINK_ID,
  name: 'Autumn sale',
  created_by: { type: 'key', id: 'd3b07384-d9a0-4c9b-8f3e-2b1a0c9d8e7f', name: 'Web shop' },
  created_at: '2026-11-21T12:00:00.000Z',
  expires_at: null,
  decision: null,
};

/** An example of a comment of a reviewer. */
function exampleOfComment(): ReviewComment {
  return {
    id: '91d2c3b4-a5f6-4e7d-8c9b-0a1b2c3d4e5f',
    link_id: LINK_ID,
    reply_to: null,
    author: { type: 'reviewer', name: 'Grace' },
    text: 'The price is hard to read here.',
    at: 1.5,
    x: 0.25,
    y: 0.8,
    decision: null,
    created_at: '2026-11-21T12:05:00.000Z',
    resolved_at: null,
  };
}

/** An example of a member's answer. */
export function exampleOfAnswer(): ReviewComment {
  const author = { type: 'key', name: 'Web shop' } as const;
  const answer = { link_id: null, author, text: 'It is larger now.', at: null, x: null, y: null };
  const { id: reply_to } = exampleOfComment();
  return Object.assign(exampleOfComment(), { id: '5c6d7e8f-9a0b-4c1d-8e2f-3a4b5c6d7e8f', reply_to, ...answer });
}

/** An example of an approval. */
export function exampleOfApproval(): ReviewComment {
  const approval = { decision: 'approved', text: 'Well done.', at: null, x: null, y: null } as const;
  return Object.assign(exampleOfComment(), { id: '7e8f9a0b-1c2d-4e3f-8a4b-5c6d7e8f9a0b', ...approval });
}

/** An example of a comment that is resolved. */
export function exampleOfResolved(): ReviewComment {
  return Object.assign(exampleOfComment(), { resolved_at: '2026-11-21T12:10:00.000Z' });
}

export class ReviewedVideoPath {
  /** Id of the video. */
  @IsUUID()
  video_id: string;
}

export class ReviewLinkPath extends ReviewedVideoPath {
  /** Id of the review link. */
  @IsUUID()
  link_id: string;
}

export class CommentPath extends ReviewedVideoPath {
  /** Id of the comment. */
  @IsUUID()
  comment_id: string;
}

/** Checks the secret of a link. */
function IsToken(): PropertyDecorator {
  return IsSecret({ max: 64 });
}

@Example({ name: 'Autumn sale' })
export class CreateReviewLinkBody {
  /** The name of the video that reviewers see. Default: the name of its template. */
  @IsOptional()
  @IsText(MAX_NAME_CHARACTERS)
  @IsNotEmpty()
  name?: string;

  /** When the link stops working. Default: never, as long as the video exists. */
  @IsOptional()
  @IsTime()
  expires_at?: string;
}

/** A link with which people without an account review a video. */
@Example(EXAMPLE_OF_LINK)
export class ReviewLink {
  /** Identifies the link. */
  @IsUUID()
  id: string;

  /** The name of the video that reviewers see. */
  @IsString()
  name: string;

  /** Who made the link. */
  @OrNull()
  @Nested(() => NamedCreator)
  created_by: NamedCreator | null;

  /** When it was made. */
  @IsISO8601()
  created_at: string;

  /** When it stops working, or stopped; null for never. */
  @OrNull()
  @IsISO8601()
  expires_at: string | null;

  /** The last decision that was made with it; null before one. */
  @OrNull()
  @IsIn(DECISIONS)
  decision: Decision | null;
}

/** A review link that has just been made. No other response has its URL. */
@Example(Object.assign({ url: `https://api.example.com/console/review#${TOKEN}` }, EXAMPLE_OF_LINK))
export class ReviewLinkWithUrl extends ReviewLink {
  /** The link itself. What follows `#` is the secret; only its SHA-256 is stored. */
  @IsWebUrl()
  url: string;
}

/** The moment and the place that a comment is about. */
class CommentPlace {
  /** The moment in the video, seconds, at most its duration. Default: the whole video. */
  @IsOptional()
  @IsNumberIn(0, MAX_MOMENT_S)
  at?: number;

  /** The place in the picture from the left edge, 0 to 1. It comes with `y`. Default: the whole picture. */
  @IsOptional()
  @IsNumberIn(0, 1)
  x?: number;

  /** The place in the picture from the top edge, 0 to 1. It comes with `x`. */
  @IsOptional()
  @IsNumberIn(0, 1)
  y?: number;
}

/** Checks a text that is shown as it is: plain text, never HTML. */
function IsCommentText(): PropertyDecorator {
  return applyDecorators(IsText(MAX_TEXT_CHARACTERS), IsNotEmpty());
}

@Example({ text: 'It is larger now.', reply_to: exampleOfComment().id })
export class CreateCommentBody extends CommentPlace {
  /** Plain text, at most 1,000 characters. */
  @IsCommentText()
  text: string;

  /** The comment that this one answers. It must be no answer itself. */
  @IsOptional()
  @IsUUID()
  reply_to?: string;
}

@Example({ resolved: true })
export class UpdateCommentBody {
  /** Whether nothing is left to do about the comment. */
  @IsBoolean()
  resolved: boolean;
}

/** The author of a comment. */
export class CommentAuthor {
  /** `user`: a member. `key`: a program with an API key. `reviewer`: a person with a review link. */
  @IsIn(AUTHOR_TYPES)
  type: AuthorType;

  /** The name of the user or the key at that time, or the name that the reviewer gave, which is not checked. Null for a key without a name. */
  @OrNull()
  @IsString()
  name: string | null;
}

/** A comment on a video. Its texts are plain text. */
@Example(exampleOfComment())
export class ReviewComment {
  /** Identifies the comment. */
  @IsUUID()
  id: string;

  /** The review link with which it was made. Null for a member's, and once the link is deleted. */
  @OrNull()
  @IsUUID()
  link_id: string | null;

  /** The comment that this one answers; null for none. */
  @OrNull()
  @IsUUID()
  reply_to: string | null;

  /** Who wrote it. */
  @Nested(() => CommentAuthor)
  author: CommentAuthor;

  /** The comment; of a decision the word with it, which may be empty. */
  @IsString()
  text: string;

  /** The moment in the video, seconds; null for the whole video. */
  @OrNull()
  @IsNumber()
  @Min(0)
  at: number | null;

  /** The place in the picture from the left edge, 0 to 1; null for the whole picture. */
  @OrNull()
  @IsNumberIn(0, 1)
  x: number | null;

  /** The place in the picture from the top edge, 0 to 1. */
  @OrNull()
  @IsNumberIn(0, 1)
  y: number | null;

  /** The decision that a reviewer made with it; null for a mere comment. */
  @OrNull()
  @IsIn(DECISIONS)
  decision: Decision | null;

  /** When it was written. */
  @IsISO8601()
  created_at: string;

  /** Since when nothing is left to do about it; null while something is. */
  @OrNull()
  @IsISO8601()
  resolved_at: string | null;
}

@Example({ token: TOKEN })
export class ShowReviewBody {
  /** The part of the link after `#`. */
  @IsToken()
  token: string;
}

@Example({ token: TOKEN, author: 'Grace', text: exampleOfComment().text, at: 1.5, x: 0.25, y: 0.8 })
export class CreateReviewCommentBody extends CommentPlace {
  /** The part of the link after `#`. */
  @IsToken()
  token: string;

  /** The name of the reviewer, as members will see it. */
  @IsText(MAX_AUTHOR_CHARACTERS)
  @IsNotEmpty()
  author: string;

  /** Plain text, at most 1,000 characters. */
  @IsCommentText()
  text: string;
}

@Example({ token: TOKEN, author: 'Grace', decision: 'approved', text: 'Well done.' })
export class DecideReviewBody {
  /** The part of the link after `#`. */
  @IsToken()
  token: string;

  /** The name of the reviewer, as members will see it. */
  @IsText(MAX_AUTHOR_CHARACTERS)
  @IsNotEmpty()
  author: string;

  /** `approved`: the video may be used. `changes_requested`: it may not, as the comments say. */
  @IsIn(DECISIONS)
  decision: Decision;

  /** A word with it. Plain text, at most 1,000 characters. */
  @IsOptional()
  @IsText(MAX_TEXT_CHARACTERS)
  text?: string;
}

/** A video as a reviewer sees it. */
export class ReviewedVideo {
  /** The video can be played when it is COMPLETED. */
  @IsIn(VIDEO_STATUSES)
  status: VideoStatus;

  /** URL of the file. It answers 404 until the status is COMPLETED. */
  @IsWebUrl()
  video_url: string;

  /** URL of a still image of the finished video. */
  @OrNull()
  @IsWebUrl()
  poster_url: string | null;

  /** The format of the file. */
  @IsIn(VIDEO_FORMATS)
  format: VideoFormat;

  /** Frames per second. */
  @IsNumber()
  @IsIn(FRAME_RATES)
  fps: number;

  /** Pixels. */
  @IsIntegerFrom(1)
  width: number;

  /** Pixels. */
  @IsIntegerFrom(1)
  height: number;

  /** Seconds. */
  @IsNumber()
  @Min(0)
  duration: number;

  /** Whether it is a test video, which is small and has a watermark. */
  @IsBoolean()
  test: boolean;

  /** When the files are deleted; null if they are kept. */
  @OrNull()
  @IsISO8601()
  expires_at: string | null;
}

/** The video of a review link, and its comments. */
@Example({
  name: 'Autumn sale',
  organization: 'Acme',
  expires_at: null,
  decision: null,
  video: {
    status: 'COMPLETED',
    video_url: `${FILE}.mp4`,
    poster_url: `${FILE}.jpg`,
    format: 'mp4',
    fps: 24,
    width: 1920,
    height: 1080,
    duration: 10,
    test: false,
    expires_at: '2026-12-21T12:00:09.731Z',
  },
  comments: [],
})
export class Review {
  /** The name of the video. */
  @IsString()
  name: string;

  /** The name of the organization that asks for the review. */
  @IsString()
  organization: string;

  /** When the link stops working; null for never. */
  @OrNull()
  @IsISO8601()
  expires_at: string | null;

  /** The last decision that was made with this link; null before one. */
  @OrNull()
  @IsIn(DECISIONS)
  decision: Decision | null;

  /** The video. */
  @Nested(() => ReviewedVideo)
  video: ReviewedVideo;

  /** The comments made with this link, those of members, and their answers; oldest first. Those made with other links are not among them. */
  @Nested(() => ReviewComment, { each: true })
  comments: ReviewComment[];
}
