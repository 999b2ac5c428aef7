import { Body, HttpCode, Post, Req } from '@nestjs/common';
import type { Request } from 'express';
import { LimitBody, SMALL_BODY_BYTES } from '../http/request-shapes.js';
import { ApiController } from '../openapi/api-controller.js';
import { Operation } from '../openapi/operation.js';
import {
  CreateReviewCommentBody,
  DecideReviewBody,
  exampleOfApproval,
  MAX_REVIEW_BYTES,
  Review,
  ReviewComment,
  ShowReviewBody,
} from './review-requests.js';
import { SharedReview } from './shared-review.service.js';

/** The endpoints of the page that a review link opens (docs/api/reviews.md). */
@ApiController('review', 'Reviews')
export class SharedReviewController {
  constructor(private readonly review: SharedReview) {}

  @Post('show')
  @HttpCode(200)
  @LimitBody(SMALL_BODY_BYTES)
  @Operation({
    id: 'showReview',
    summary: 'Show what a review link is for',
    description: 'The video of the link, and its comments. It needs no credential but the secret of the link.',
    responses: [{ status: 200, description: 'The review.', body: Review }],
    errors: ['RESOURCE_NOT_FOUND', 'RATE_LIMIT_EXCEEDED', 'INSUFFICIENT_PERMISSIONS'],
    access: 'public',
  })
  show(@Body() { token }: ShowReviewBody, @Req() request: Request): Promise<Review> {
    return this.review.show(request, token);
  }

  @Post('comments')
  @LimitBody(MAX_REVIEW_BYTES)
  @Operation({
    id: 'createReviewComment',
    summary: 'Comment with a review link',
    description: 'A comment of a person without an account. One link makes at most 200.',
    responses: [{ status: 201, description: 'The comment.', body: ReviewComment }],
    errors: ['RESOURCE_NOT_FOUND', 'RATE_LIMIT_EXCEEDED', 'INSUFFICIENT_PERMISSIONS'],
    access: 'public',
  })
  comment(@Body() body: CreateReviewCommentBody, @Req() request: Request): Promise<ReviewComment> {
    return this.review.comment(request, body);
  }

  @Post('decision')
  @LimitBody(MAX_REVIEW_BYTES)
  @Operation({
    id: 'decideReview',
    summary: 'Approve a video, or ask for changes',
    description: 'The decision of a person without an account. It is a comment too, and a later one replaces it.',
    responses: [{ status: 201, description: 'The decision.', body: ReviewComment, example: exampleOfApproval() }],
    errors: ['RESOURCE_NOT_FOUND', 'RATE_LIMIT_EXCEEDED', 'INSUFFICIENT_PERMISSIONS'],
    access: 'public',
  })
  decide(@Body() body: DecideReviewBody, @Req() request: Request): Promise<ReviewComment> {
    return this.review.decide(request, body);
  }
}
