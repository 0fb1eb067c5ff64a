import { Alert, Button, Dialog, DialogActions, DialogContent, DialogTitle, Stack, TextField, Typography } from '@mui/material'
import { useState } from 'react'
import { nativeName } from '#core/contract/languages'
import { toApiError, useErrorText } from '#web/api'
import { useT } from '#web/i18n'
import { FileDrop, SegmentedControl } from '#web/ui'
import { keyOf } from '../course_words.js'
import { uploadMedia } from '../upload_media.js'

export const VIDEO_MB = 50
const ADDRESS = /^https:\/\/\S+\.(mp4|webm)(\?\S*)?$/

interface VideoDialogProps {
  course: number
  language: string
  onVideo: (video: { src: string; alt: string; title: string | null }) => void
  onClose: () => void
}

/** A video with its title and, for people who cannot hear it, its captions: uploaded, or by URL. */
export function VideoDialog({ course, language, onVideo, onClose }: VideoDialogProps) {
  const t = useT()
  const { ofError, ofField } = useErrorText()
  const [from, setFrom] = useState<'file' | 'address'>('file')
  const [file, setFile] = useState<File | null>(null)
  const [captions, setCaptions] = useState<File | null>(null)
  const [address, setAddress] = useState('')
  const [seconds, setSeconds] = useState('')
  const [title, setTitle] = useState('')
  const [asked, setAsked] = useState(false)
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | undefined>()
  const hasTitle = title.trim() !== ''
  const isAddress = ADDRESS.test(address.trim())
  const isLength = /^\d{1,5}$/.test(seconds) && Number(seconds) > 0
  const upload = async () => {
    const video = await uploadMedia(course, 'video', keyOf(title, new Set()).slice(0, 60), file!)
    const name = video.path.replace(/^videos\/|\.\w+$/g, '')
    if (captions) await uploadMedia(course, 'captions', name, captions, language)
    return video.path
  }
  const insert = async () => {
    setAsked(true)
    if (!hasTitle || (from === 'file' ? !file : !isAddress || !isLength)) return
    setBusy(true)
    setProblem(undefined)
    try {
      const src = from === 'file' ? await upload() : `${address.trim()}#t=0,${seconds}`
      onVideo({ src, alt: title.trim(), title: null })
      onClose()
    } catch (thrown) {
      const error = toApiError(thrown)
      setProblem(error.isValidation ? ofField(error.fields[0]!, 'learning') : ofError(error, 'learning'))
    } finally {
      setBusy(false)
    }
  }
  return (
    <Dialog open onClose={onClose} maxWidth="sm" fullWidth aria-labelledby="text-video">
      <DialogTitle id="text-video">{t('learning.rich_text.video')}</DialogTitle>
      <DialogContent>
        <Stack sx={{ gap: 4, pt: 2 }}>
          <SegmentedControl<'file' | 'address'>
            label={t('learning.rich_text.video_from')}
            options={[
              { value: 'file', label: t('learning.rich_text.video_file') },
              { value: 'address', label: t('learning.rich_text.video_address') },
            ]}
            value={from}
            onChange={setFrom}
          />
          <TextField
            label={t('learning.rich_text.video_title')}
            value={title}
            required
            error={asked && !hasTitle}
            helperText={asked && !hasTitle && t('learning.rules.picture_alt_missing')}
            onChange={(event) => setTitle(event.target.value)}
          />
          {from === 'file' ? (
            <>
              <FileDrop label={t('learning.rich_text.video')} value={file} onChange={setFile} accept=".mp4,.webm" maxSize={VIDEO_MB} />
              <FileDrop
                label={t('learning.rich_text.captions', { language: nativeName(language) })}
                value={captions}
                onChange={setCaptions}
                accept=".vtt"
                maxSize={0.5}
              />
            </>
          ) : (
            <>
              <TextField
                label={t('learning.rich_text.link_address')}
                value={address}
                required
                error={asked && !isAddress}
                helperText={t('learning.rich_text.video_address_help')}
                onChange={(event) => setAddress(event.target.value)}
              />
              <TextField
                label={t('learning.rich_text.video_seconds')}
                value={seconds}
                required
                error={asked && !isLength}
                slotProps={{ htmlInput: { inputMode: 'numeric' } }}
                onChange={(event) => setSeconds(event.target.value)}
                sx={{ maxWidth: 260 }}
              />
            </>
          )}
          {problem && <Alert severity="error">{problem}</Alert>}
          {busy && (
            <Typography variant="body2" role="status">
              {t('learning.rich_text.video_busy')}
            </Typography>
          )}
        </Stack>
      </DialogContent>
      <DialogActions>
        <Button variant="outlined" color="inherit" onClick={onClose}>
          {t('core.actions.cancel')}
        </Button>
        <Button variant="contained" loading={busy} onClick={() => void insert()}>
          {t('learning.rich_text.insert')}
        </Button>
      </DialogActions>
    </Dialog>
  )
}
