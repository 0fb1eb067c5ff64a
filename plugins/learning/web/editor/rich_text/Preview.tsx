import { Alert, Box } from '@mui/material'
import { useEffect, useState } from 'react'
import { api } from '#web/api'
import { useT } from '#web/i18n'
import { RichText, SegmentedControl } from '#web/ui'

type Device = 'desktop' | 'phone'

/** A text as participants see it: made of it by the server, shown by their own component. */
export function Preview({ course, language, text }: { course: number; language: string; text: string }) {
  const t = useT()
  const [device, setDevice] = useState<Device>('desktop')
  const [html, setHtml] = useState('')
  const [failed, setFailed] = useState(false)
  useEffect(() => {
    let isCurrent = true
    const timer = setTimeout(() => {
      api.learning.editor.preview({ params: { course }, body: { language, text } }).then(
        ({ data }) => {
          if (!isCurrent) return
          setHtml(data.html)
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
    </Box>
  )
}
