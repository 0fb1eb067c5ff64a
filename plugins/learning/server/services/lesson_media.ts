import type { LessonVideo } from '../media/media_types.js'
import type { RichTextSettings } from './activity_settings.js'

/** The videos of a page in a language. Pure. */
export const videosFor = ({ videos }: RichTextSettings, language: string | null): LessonVideo[] =>
  videos?.[language ?? ''] ?? Object.values(videos ?? {})[0] ?? []
