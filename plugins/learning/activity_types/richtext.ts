import type { RichTextSettings } from '../server/services/activity_settings.js'
import { videosFor } from '../server/services/lesson_media.js'
import { toVideo } from '../server/transformers/video_transformer.js'
import { type ActivityKind, PLAIN, type PageFacts } from './kind.js'

/** A page to read, with its videos. */
export const richtext = {
  ...PLAIN,
  type: 'richtext',
  isReading: true,
  finishedBy: 'reading',
  page({ settings, language, views, mediaUrl }: PageFacts) {
    const rules = settings as RichTextSettings
    const videos = videosFor(rules, language)
    if (!videos.length) return {}
    return {
      videos: videos.map((video) =>
        toVideo(
          video,
          views.find(({ video: key }) => key === video.key),
          mediaUrl,
        ),
      ),
      watch_videos: rules.watch_videos ?? false,
    }
  },
} satisfies ActivityKind
