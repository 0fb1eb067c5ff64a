import { Alert, Box } from '@mui/material'
import { useEffect, useState } from 'react'
import type { LessonVideo } from '#plugins/learning/server/media/media_types'
import { api } from '#web/api'
import { useT } from '#web/i18n'
import { RichText, SegmentedControl } from '#web/ui'
import { PlayerOf } from '../../components/LessonVideo.js'
import { InVideoPlaces } from '../../components/LessonVideos.js'
import { mediaUrl } from '../draft_queries.js'

type Device = 'desktop' | 'phone'

/** A preview of a text: rendered by the server, shown by the participants' own component. */
export function Preview({ course, language, text }: { course: number; language: string; text: string }) {
  const t = useT()
  const [device, setDevice] = useState<Device>('desktop')
  const [html, setHtml] = useState('')
  const [videos, setVideos] = useState<readonly LessonVideo[]>([])
  const [shown, setShown] = useState<HTMLElement | null>(null)
  const [failed, setFailed] = useState(false)
  useEffect(() => {
    let isCurrent = true
    const timer = setTimeout(() => {
      api.learning.editor.preview({ params: { course }, body: { language, text } }).then(
        ({ data }) => {
          if (!isCurrent) return
          setHtml(data.html)
          setVideos(data.videos)
          setFailed(false)
        },
        () => isCurrent && setFailed(true),
      )
    }, 400)
    return () => {
      isCurrent = false
      clearTimeout(timer)
    }
  }, [course, language, text])
  return (
    <Box>
      <Box sx={{ display: 'flex' }}>
        <SegmentedControl<Device>
          label={t('learning.rich_text.preview')}
          options={[
            { value: 'desktop', label: t('learning.rich_text.desktop') },
            { value: 'phone', label: t('learning.rich_text.phone') },
          ]}
          value={device}
          onChange={setDevice}
        />
      </Box>
      {failed && (
        <Alert severity="warning" sx={{ mt: 3 }}>
          {t('learning.rich_text.preview_failed')}
        </Alert>
      )}
      <Box
        ref={setShown}
        role="region"
        aria-label={t('learning.rich_text.preview')}
        lang={language}
        sx={{
          mt: 3,
          p: device === 'phone' ? 4 : 5,
          width: device === 'phone' ? 390 : 'auto',
          maxWidth: '100%',
          border: '1px solid',
          borderColor: 'divider',
          borderRadius: device === 'phone' ? '24px' : 1,
          bgcolor: 'background.default',
        }}
      >
        <RichText html={html} />
      </Box>
      <InVideoPlaces text={shown} html={html}>
        {(key) => {
          const video = videos.find((one) => one.key === key)
          const film = video && {
            ...video,
            url: video.hash ? mediaUrl(course, video.hash) : video.url!,
            poster: video.poster && `/api/learning/pictures/${video.poster}`,
            captions: video.captions.map(({ language: of, hash }) => ({ language: of, url: mediaUrl(course, hash) })),
          }
          return film && <PlayerOf key={key} video={film} language={language} />
        }}
      </InVideoPlaces>
    </Box>
  )
}
