import { Button, Stack, TextField, Typography } from '@mui/material'
import { useState } from 'react'
import { api, useApiMutation, useApiQuery } from '#web/api'
import { useT } from '#web/i18n'
import { useToast } from '#web/ui'

const KEY = /^[0-9a-f]{64}$/i

/**
 * In the editor of a quiz for Safe Exam Browser: the exam's file, its Config Key, and the Browser Exam Keys that an admin enters, one per
 * line.
 */
export default function ExamBrowser({ course, activity }: { course: number; activity: string }) {
  const t = useT()
  const toast = useToast()
  const params = { course: String(course), activity }
  const key = ['proctoring', 'browser', course, activity] as const
  const { data, error } = useApiQuery(key, () => api.proctoring.browsers.show({ params }))
  const [typed, setTyped] = useState<string | null>(null)
  const text = typed ?? data?.data.keys.join('\n') ?? ''
  const keys = text.split(/\s+/).filter(Boolean)
  const wrong = keys.find((one) => !KEY.test(one))
  const save = useApiMutation(() => api.proctoring.browsers.save({ params, body: { keys } }), {
    refresh: [[...key]],
    onSuccess: () => {
      setTyped(null)
      toast.success(t('proctoring.browser.keys_saved'))
    },
  })
  // The exam does not exist until the quiz is published as a recorded one.
  if (error) return <Typography variant="body2">{t('proctoring.browser.publish_first')}</Typography>
  if (!data) return null
  return (
    <Stack sx={{ gap: 3, alignItems: 'flex-start' }}>
      <Button variant="outlined" href={data.data.file}>
        {t('proctoring.browser.file')}
      </Button>
      <Typography variant="body2" sx={{ overflowWrap: 'anywhere' }}>
        {t('proctoring.browser.config_key')} <code>{data.data.config_key}</code>
      </Typography>
      <TextField
        fullWidth
        multiline
        minRows={2}
        size="small"
        label={t('proctoring.browser.keys')}
        value={text}
        onChange={(event) => setTyped(event.target.value)}
        error={wrong !== undefined}
        helperText={wrong ? t('proctoring.browser.keys_wrong') : t('proctoring.browser.keys_help')}
      />
      <Button
        disabled={typed === null || wrong !== undefined}
        loading={save.isPending}
        variant="outlined"
        onClick={() => save.mutate(undefined)}
      >
        {t('proctoring.browser.keys_save')}
      </Button>
    </Stack>
  )
}
