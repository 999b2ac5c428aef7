import { Body, Delete, Get, HttpCode, Param, Patch, Post, Query, Req } from '@nestjs/common';
import type { Request } from 'express';
import { AppError, type Creator, type Page, PageRequest } from '#libs/contracts';
import { creatorOf, OrgId, orgIdOf } from '../auth/authenticated-caller.js';
import { LimitBody, SMALL_BODY_BYTES } from '../http/request-shapes.js';
import { ApiController } from '../openapi/api-controller.js';
import { Operation } from '../openapi/operation.js';
import { Comments } from './comments.service.js';
import { ReviewLinks } from './review-links.service.js';
import {
  CommentPath,
  CreateCommentBody,
  CreateReviewLinkBody,
  exampleOfAnswer,
  exampleOfResolved,
  MAX_REVIEW_BYTES,
  ReviewComment,
  ReviewedVideoPath,
  ReviewLink,
  ReviewLinkPath,
  ReviewLinkWithUrl,
  UpdateCommentBody,
} from './review-requests.js';

/** The endpoints with which members manage the reviews of videos (docs/api/reviews.md). */
@ApiController('videos/:video_id', 'Reviews')
export class ReviewsController {
  constructor(
    private readonly links: ReviewLinks,
    private readonly comments: Comments,
  ) {}

  @Get('review-links')
  @Operation({
    id: 'listReviewLinks',
    summary: 'List the review links of a video',
    description: 'The links that are not deleted, newest first, without their secrets.',
    responses: [{ status: 200, description: 'A page of links.', listOf: ReviewLink }],
    errors: ['RESOURCE_NOT_FOUND'],
  })
  listLinks(
    @OrgId() orgId: string,
    @Param() { video_id }: ReviewedVideoPath,
    @Query() page: PageRequest,
  ): Promise<Page<ReviewLink>> {
    return this.links.list(orgId, video_id, page);
  }

  @Post('review-links')
  @LimitBody(MAX_REVIEW_BYTES)
  @Operation({
    id: 'createReviewLink',
    summary: 'Make a review link',
    description:
      'A person with the link sees the video, comments on it, and approves it or asks for changes, without an account. The response is the only place where its URL appears. A video has at most 20 links.',
    responses: [{ status: 201, description: 'The link with its URL.', body: ReviewLinkWithUrl }],
    errors: ['RESOURCE_NOT_FOUND'],
  })
  createLink(
    @Param() { video_id }: ReviewedVideoPath,
    @Body() body: CreateReviewLinkBody,
    @Req() request: Request,
  ): Promise<ReviewLinkWithUrl> {
    return this.links.create(orgIdOf(request), video_id, body, writerOf(request));
  }

  @Delete('review-links/:link_id')
  @HttpCode(204)
  @Operation({
    id: 'deleteReviewLink',
    summary: 'Delete a review link',
    description: 'It stops working at once. The comments that were made with it stay.',
    responses: [{ status: 204, description: 'Deleted.' }],
  })
  removeLink(@OrgId() orgId: string, @Param() { video_id, link_id }: ReviewLinkPath): Promise<void> {
    return this.links.remove(orgId, video_id, link_id);
  }

  @Get('comments')
  @Operation({
    id: 'listComments',
    summary: 'List the comments on a video',
    description: 'All comments, answers and decisions, those of members and of reviewers with any link, oldest first.',
    responses: [{ status: 200, description: 'A page of comments.', listOf: ReviewComment }],
    errors: ['RESOURCE_NOT_FOUND'],
  })
  list(
    @OrgId() orgId: string,
    @Param() { video_id }: ReviewedVideoPath,
    @Query() page: PageRequest,
  ): Promise<Page<ReviewComment>> {
    return this.comments.list(orgId, video_id, page);
  }

  @Post('comments')
  @LimitBody(MAX_REVIEW_BYTES)
  @Operation({
    id: 'createComment',
    summary: 'Comment on a video',
    description:
      'A comment of a member, or an answer. Reviewers see it, unless it answers a comment made with a link other than theirs. A video has at most 300 comments.',
    responses: [{ status: 201, description: 'The comment.', body: ReviewComment, example: exampleOfAnswer() }],
    errors: ['RESOURCE_NOT_FOUND'],
  })
  create(
    @Param() { video_id }: ReviewedVideoPath,
    @Body() body: CreateCommentBody,
    @Req() request: Request,
  ): Promise<ReviewComment> {
    return this.comments.create(orgIdOf(request), video_id, body, writerOf(request));
  }

  @Patch('comments/:comment_id')
  @LimitBody(SMALL_BODY_BYTES)
  @Operation({
    id: 'updateComment',
    summary: 'Resolve a comment',
    description: 'Notes that nothing is left to do about a comment, or that something is again.',
    responses: [{ status: 200, description: 'The comment.', body: ReviewComment, example: exampleOfResolved() }],
  })
  update(
    @OrgId() orgId: string,
    @Param() { video_id, comment_id }: CommentPath,
    @Body() { resolved }: UpdateCommentBody,
  ): Promise<ReviewComment> {
    return this.comments.resolve(orgId, video_id, comment_id, resolved);
  }

  @Delete('comments/:comment_id')
  @HttpCode(204)
  @Operation({
    id: 'deleteComment',
    summary: 'Delete a comment',
    description: 'Deletes the comment with its answers.',
    responses: [{ status: 204, description: 'Deleted.' }],
  })
  remove(@OrgId() orgId: string, @Param() { video_id, comment_id }: CommentPath): Promise<void> {
    return this.comments.remove(orgId, video_id, comment_id);
  }
}

function writerOf(request: Request): Creator {
  const { creator } = creatorOf(request);
  if (!creator) throw new AppError('INSUFFICIENT_PERMISSIONS');
  return creator;
}
