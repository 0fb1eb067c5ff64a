import { Button, Dialog, DialogActions, DialogContent, DialogTitle, Stack, TextField } from '@mui/material'
import type { Editor } from '@tiptap/react'
import { useState } from 'react'
import { toApiError, useErrorText } from '#web/api'
import { useT } from '#web/i18n'
import { FileDrop } from '#web/ui'
import { PICTURE_MB, PICTURE_TYPES, uploadPicture } from '../PictureInput.js'

/** The link targets that the server renders. */
const LINK = /^(https:\/\/\S+|mailto:\S+|tel:\S+)$/

export function LinkDialog({ editor, onClose }: { editor: Editor; onClose: () => void }) {
  const t = useT()
  const [address, setAddress] = useState(() => String(editor.getAttributes('link').href ?? 'https://'))
  const [wrong, setWrong] = useState(false)
  const set = () => {
    if (!LINK.test(address.trim())) return setWrong(true)
    const { empty } = editor.state.selection
    const href = address.trim()
    const chain = editor.chain().focus().extendMarkRange('link')
    if (empty && !editor.isActive('link'))
      chain.insertContent({ type: 'text', text: href, marks: [{ type: 'link', attrs: { href } }] }).run()
    else chain.setLink({ href }).run()
    onClose()
  }
  return (
    <Dialog open onClose={onClose} maxWidth="xs" fullWidth aria-labelledby="text-link">
      <DialogTitle id="text-link">{t('learning.rich_text.link')}</DialogTitle>
      <DialogContent>
        <TextField
          autoFocus
          fullWidth
          label={t('learning.rich_text.link_address')}
          value={address}
          error={wrong}
          helperText={wrong && t('learning.rich_text.link_wrong')}
          onChange={(event) => {
            setAddress(event.target.value)
            setWrong(false)
          }}
          sx={{ mt: 2 }}
        />
      </DialogContent>
      <DialogActions>
        {editor.isActive('link') && (
          <Button
            color="inherit"
            onClick={() => {
              editor.chain().focus().extendMarkRange('link').unsetLink().run()
              onClose()
            }}
          >
            {t('learning.rich_text.link_remove')}
          </Button>
        )}
        <Button variant="contained" onClick={set}>
          {t('learning.rich_text.insert')}
        </Button>
      </DialogActions>
    </Dialog>
  )
}

interface PictureDialogProps {
  course: number
  onPicture: (picture: { src: string; alt: string; title: string | null }) => void
  onClose: () => void
}

/** A picture with its alternative text, which is required. */
export function PictureDialog({ course, onPicture, onClose }: PictureDialogProps) {
  const t = useT()
  const { ofError, ofField } = useErrorText()
  const [file, setFile] = useState<File | null>(null)
  const [alt, setAlt] = useState('')
  const [caption, setCaption] = useState('')
  const [asked, setAsked] = useState(false)
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | undefined>()
  const insert = async () => {
    setAsked(true)
    if (!file || !alt.trim()) return
    setBusy(true)
    try {
      const { path } = await uploadPicture(course, file)
      onPicture({ src: path, alt: alt.trim(), title: caption.trim() || null })
      onClose()
    } catch (thrown) {
      const error = toApiError(thrown)
      setProblem(error.isValidation ? ofField(error.fields[0]!, 'learning') : ofError(error, 'learning'))
    } finally {
      setBusy(false)
    }
  }
  const missing = asked && !alt.trim()
  return (
    <Dialog open onClose={onClose} maxWidth="sm" fullWidth aria-labelledby="text-picture">
      <DialogTitle id="text-picture">{t('learning.rich_text.picture')}</DialogTitle>
      <DialogContent>
        <Stack sx={{ gap: 4, pt: 2 }}>
          <FileDrop
            label={t('learning.rich_text.picture')}
            value={file}
            onChange={(next) => {
              setFile(next)
              setProblem(undefined)
            }}
            accept={PICTURE_TYPES}
            maxSize={PICTURE_MB}
            error={problem}
          />
          <TextField
            label={t('learning.rich_text.picture_alt')}
            value={alt}
            required
            error={missing}
            helperText={missing && t('learning.rules.picture_alt_missing')}
            onChange={(event) => setAlt(event.target.value)}
          />
          <TextField label={t('learning.rich_text.picture_caption')} value={caption} onChange={(event) => setCaption(event.target.value)} />
        </Stack>
      </DialogContent>
      <DialogActions>
        <Button variant="outlined" color="inherit" onClick={onClose}>
          {t('core.actions.cancel')}
        </Button>
        <Button variant="contained" loading={busy} disabled={!file} onClick={() => void insert()}>
          {t('learning.rich_text.insert')}
        </Button>
      </DialogActions>
    </Dialog>
  )
}
