import { Module } from '@nestjs/common';
import { RepeatedWork } from '#libs/runtime';
import { Creators } from '../creators/creators.js';
import { HttpModule } from '../http/http.module.js';
import { Comments } from './comments.service.js';
import { ReviewLimits } from './review-limits.js';
import { ReviewLinks } from './review-links.service.js';
import { ReviewRetention } from './review-retention.js';
import { ReviewedVideos } from './reviewed-videos.js';
import { ReviewsController } from './reviews.controller.js';
import { SharedReview } from './shared-review.service.js';
import { SharedReviewController } from './shared-review.controller.js';

@Module({
  imports: [HttpModule],
  controllers: [ReviewsController, SharedReviewController],
  providers: [
    RepeatedWork,
    Comments,
    Creators,
    ReviewLimits,
    ReviewLinks,
    ReviewRetention,
    ReviewedVideos,
    SharedReview,
  ],
})
export class ReviewsModule {}
