import type { StoredUpload } from '#plugins/learning/server/editor/course_media'
import type { MediaKind } from '#plugins/learning/server/media/media_types'
import { request } from '#web/api'
import { cachePart } from './draft_queries.js'

/** Stores a video, captions or a package for a draft; the file is the request body. @throws ApiError */
export async function uploadMedia(course: number, kind: MediaKind, name: string, file: File, language?: string): Promise<StoredUpload> {
  const query = new URLSearchParams({ kind, name, ...(language && { language }) })
  const { data } = await request<{ data: StoredUpload }>(`/api/learning/editor/courses/${course}/draft/media?${query}`, {
    method: 'POST',
    body: file,
  })
  cachePart(course, 'media', data.path, data)
  return data
}
