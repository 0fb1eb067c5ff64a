import { Button, Link } from '@mui/material'
import { useState } from 'react'
import { api, ApiError, request, urlFor, useErrorText } from '#web/api'
import { useT } from '#web/i18n'
import { FileDrop, Section, useToast } from '#web/ui'
import type { MeetingDetail } from '../../server/transformers/meetings.js'
import { meetingChanged } from '../queries.js'

const ACCEPT = '.png,.jpg,.jpeg,.pdf'
const MEGABYTES = 10

/** The photo of the signed sheet. A chosen photo is uploaded immediately, and replaces the previous one. */
export function SheetPhoto({ meeting }: { meeting: MeetingDetail }) {
  const t = useT()
  const toast = useToast()
  const { ofError } = useErrorText()
  const [file, setFile] = useState<File | null>(null)
  const [error, setError] = useState<string | undefined>()
  const isOpen = meeting.status === 'open'
  if (!isOpen && !meeting.has_photo) return null
  const send = async (chosen: File | null) => {
    setFile(chosen)
    setError(undefined)
    if (!chosen) return
    const body = new FormData()
    body.append('file', chosen)
    const name = new URLSearchParams({ name: chosen.name.slice(0, 200) }).toString()
    try {
      meetingChanged(await request(`/api/toolbox_meetings/meetings/${meeting.id}/photo?${name}`, { method: 'POST', body }))
      toast.success(t('toolbox_meetings.photo.saved'))
      setFile(null)
    } catch (cause) {
      const refused = cause instanceof ApiError ? cause : null
      const rule = refused?.fields.find(({ field }) => field === 'file')?.rule
      setError(rule ? t(`toolbox_meetings.rules.${rule}`) : refused ? ofError(refused, 'toolbox_meetings') : t('core.errors.default'))
    }
  }
  return (
    <Section title={t('toolbox_meetings.photo.title')} text={t('toolbox_meetings.photo.text')}>
      {meeting.has_photo && (
        <Link href={urlFor.get('toolbox_meetings.photo.show', { id: meeting.id }).url} target="_blank" rel="noreferrer">
          {t('toolbox_meetings.photo.open')}
        </Link>
      )}
      {isOpen && (
        <FileDrop
          label={t('toolbox_meetings.photo.file')}
          value={file}
          onChange={(next) => void send(next)}
          accept={ACCEPT}
          maxSize={MEGABYTES}
          error={error}
        />
      )}
      {isOpen && meeting.has_photo && <RemovePhoto meeting={meeting} />}
    </Section>
  )
}

function RemovePhoto({ meeting }: { meeting: MeetingDetail }) {
  const t = useT()
  const [isBusy, setBusy] = useState(false)
  const remove = async () => {
    setBusy(true)
    try {
      meetingChanged((await api.toolboxMeetings.photo.remove({ params: { id: meeting.id } })) as { data: MeetingDetail })
    } finally {
      setBusy(false)
    }
  }
  return (
    <Button color="error" loading={isBusy} onClick={() => void remove()} sx={{ alignSelf: 'flex-start' }}>
      {t('toolbox_meetings.photo.remove')}
    </Button>
  )
}
