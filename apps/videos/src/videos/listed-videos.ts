import type { ListedVideo, Video } from '#libs/contracts';
import type { PreparedStatement, PreparedStatements } from '#libs/database';
import { creatorOf } from '../documents/creator-of.js';
import type { VideoRow } from './video.entity.js';

type Created = Pick<VideoRow, 'creatorType' | 'creatorId'>;

/** The names that lists show beside videos. */
const READ_ADDITIONS: PreparedStatement = {
  name: 'additions-to-videos',
  text: `
  SELECT video.id, video.creator_type AS "creatorType", video.creator_id AS "creatorId",
         coalesce(template.name, newest.name) AS "templateName"
    FROM videos AS video
    LEFT JOIN templates AS template ON template.id = video.template_id
    LEFT JOIN template_versions AS newest ON newest.template_id = template.id AND newest.version = template.latest_version
   WHERE video.id = ANY ($1::uuid[])`,
};

/** A page of videos as lists show them, in their order. The names of their creators are not known here. */
export async function toListedVideos(statements: PreparedStatements, videos: readonly Video[]): Promise<ListedVideo[]> {
  if (videos.length === 0) return [];
  const rows = await statements.run<Created & { id: string; templateName: string | null }>(READ_ADDITIONS, [
    videos.map(({ id }) => id),
  ]);
  const added = new Map(rows.map((row) => [row.id, row]));
  return videos.map((video) => {
    const row = added.get(video.id);
    return {
      ...video,
      created_date: video.created_at,
      template_name: row?.templateName ?? null,
      created_by: row ? creatorOf(row) : null,
    };
  });
}
