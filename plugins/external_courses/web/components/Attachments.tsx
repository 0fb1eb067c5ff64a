import { Button, OutlinedInput, Stack, Typography } from '@mui/material'
import { useId, useState } from 'react'
import { api, ApiError, queryClient, request, useApiMutation, useErrorText } from '#web/api'
import { useT } from '#web/i18n'
import { EmptyState, FileDrop, Section, useConfirm, useToast } from '#web/ui'
import type { AttachmentView, CourseWithFiles } from '../../server/transformers/course_transformer.js'
import { AttachmentList } from './AttachmentList.js'

const ACCEPT = '.pdf,.png,.jpg,.jpeg'
const MEGABYTES = 10

/** The proof of one course, and a place to add more. */
export function Attachments({ course }: { course: CourseWithFiles }) {
  const t = useT()
  const confirm = useConfirm()
  const refresh = [['external_courses']] as const
  const remove = useApiMutation((attachment: number) => api.externalCourses.attachments.remove({ params: { id: course.id, attachment } }), {
    refresh,
  })
  const ask = async (file: AttachmentView) => {
    const sure = await confirm({
      title: t('external_courses.files.remove_question', { name: file.name }),
      text: t('external_courses.courses.remove_text'),
      confirmLabel: t('external_courses.courses.remove'),
      destructive: true,
    })
    if (sure) remove.mutate(file.id)
  }
  return (
    <Section title={t('external_courses.files.title')} text={t('external_courses.files.text', { max: MEGABYTES })}>
      {course.files.length ? (
        <AttachmentList files={course.files} onRemove={(file) => void ask(file)} />
      ) : (
        <EmptyState icon="attachment" title={t('external_courses.files.none')} text={t('external_courses.files.none_text')} />
      )}
      <AddAttachment course={course.id} />
    </Section>
  )
}

function AddAttachment({ course }: { course: number }) {
  const t = useT()
  const id = useId()
  const toast = useToast()
  const { ofError } = useErrorText()
  const [file, setFile] = useState<File | null>(null)
  const [description, setDescription] = useState('')
  const [error, setError] = useState<string | undefined>()
  const [busy, setBusy] = useState(false)
  const send = async () => {
    if (!file) return
    setBusy(true)
    setError(undefined)
    const body = new FormData()
    body.append('file', file)
    const query = new URLSearchParams({ name: file.name, description })
    try {
      await request(`/api/external_courses/courses/${course}/attachments?${query.toString()}`, { method: 'POST', body })
      void queryClient.invalidateQueries({ queryKey: ['external_courses'] })
      toast.success(t('external_courses.files.added', { name: file.name }))
      setFile(null)
      setDescription('')
    } catch (cause) {
      const refused = cause instanceof ApiError ? cause : null
      const rule = refused?.fields.find(({ field }) => field === 'file')?.rule
      setError(rule ? t(`external_courses.rules.${rule}`) : refused ? ofError(refused, 'external_courses') : t('core.errors.default'))
    } finally {
      setBusy(false)
    }
  }
  return (
    <Stack sx={{ gap: 3 }}>
      <FileDrop
        label={t('external_courses.files.file')}
        value={file}
        onChange={setFile}
        accept={ACCEPT}
        maxSize={MEGABYTES}
        error={error}
      />
      {file && (
        <>
          <Stack sx={{ gap: 1 }}>
            <Typography component="label" htmlFor={id} variant="body2" sx={{ fontWeight: 550 }}>
              {t('external_courses.files.description')}
            </Typography>
            <OutlinedInput
              id={id}
              value={description}
              onChange={(event) => setDescription(event.target.value)}
              slotProps={{ input: { maxLength: 300 } }}
            />
          </Stack>
          <Button variant="contained" onClick={() => void send()} loading={busy} sx={{ alignSelf: 'flex-start' }}>
            {t('external_courses.files.add')}
          </Button>
        </>
      )}
    </Stack>
  )
}
