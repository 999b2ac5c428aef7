import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type components, listAll, unwrap } from '#libs/client';
import { api } from './client.ts';
import { REVIEWS } from './query-keys.ts';

export type ReviewComment = components['schemas']['ReviewComment'];
export type ReviewLink = components['schemas']['ReviewLink'];
export type Decision = NonNullable<ReviewComment['decision']>;

/** A comment before it is sent. */
export interface Draft {
  text: string;
  at?: number;
  x?: number;
  y?: number;
}

const REFRESH_MS = 15_000;

/** All comments on a video, as members see them. */
export function useComments(video_id: string) {
  return useQuery({
    queryKey: REVIEWS.comments(video_id),
    queryFn: async ({ signal }) => {
      const comments: ReviewComment[] = [];
      const list = listAll(api, '/videos/{video_id}/comments', { params: { path: { video_id } }, signal });
      for await (const comment of list) comments.push(comment);
      return comments;
    },
    refetchInterval: REFRESH_MS,
  });
}

/** Changes of the comments on a video, as members make them. */
export function useCommenting(video_id: string) {
  const client = useQueryClient();
  const onSettled = () => client.invalidateQueries({ queryKey: REVIEWS.comments(video_id) });
  const write = useMutation({
    mutationFn: (body: Draft & { reply_to?: string }) =>
      unwrap(api.POST('/videos/{video_id}/comments', { params: { path: { video_id } }, body })),
    onSettled,
  });
  const resolve = useMutation({
    mutationFn: ({ id: comment_id, resolved }: { id: string; resolved: boolean }) =>
      unwrap(
        api.PATCH('/videos/{video_id}/comments/{comment_id}', {
          params: { path: { video_id, comment_id } },
          body: { resolved },
        }),
      ),
    onSettled,
  });
  const remove = useMutation({
    mutationFn: (comment_id: string) =>
      unwrap(api.DELETE('/videos/{video_id}/comments/{comment_id}', { params: { path: { video_id, comment_id } } })),
    onSettled,
  });
  return { write, resolve, remove };
}

/** The review that a link opens. Its secret is not part of the key. */
export function useSharedReview(token: string) {
  return useQuery({
    queryKey: REVIEWS.shared,
    queryFn: ({ signal }) => unwrap(api.POST('/review/show', { body: { token }, signal })),
    refetchInterval: REFRESH_MS,
  });
}
