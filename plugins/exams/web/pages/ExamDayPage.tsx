import { Alert, Stack, Typography } from '@mui/material'
import { useState } from 'react'
import { useParams } from 'react-router'
import { api, requestFile, useApiMutation, useApiQuery } from '#web/api'
import { useFormat, useT } from '#web/i18n'
import { downloadFile, EmptyState, ErrorState, LoadingState, PageHeader, useConfirm, useToast } from '#web/ui'
import type { DayView, EntryView } from '../../server/transformers/exams_transformer.js'
import { EntrySidePanel } from '../components/EntrySidePanel.js'
import { PresenceRow } from '../components/PresenceRow.js'
import { examsChanged, momentPath } from '../queries.js'

/** /exams/momenten/:moment/examendag — presence, identity checks and results. Made for use on a phone. */
export default function ExamDayPage() {
  const t = useT()
  const { moment: id = '' } = useParams()
  const query = useApiQuery(['exams', 'day', id], () => api.exams.moments.day({ params: { id } }))
  if (query.data) return <Page day={query.data.data} />
  if (query.error)
    return <ErrorState asPage error={query.error} part="exams" title={t('exams.moment.failed')} onRetry={() => void query.refetch()} />
  return <LoadingState shape="page" count={4} />
}

/** The candidates of this moment, as a file. */
async function takeCandidates(moment: number): Promise<void> {
  const answer = await requestFile(`/api/exams/moments/${moment}/candidates`, {})
  if ('file' in answer) downloadFile(answer.name, answer.file)
}

function Page({ day }: { day: DayView }) {
  const t = useT()
  const format = useFormat()
  const toast = useToast()
  const confirm = useConfirm()
  const [open, setOpen] = useState<EntryView | null>(null)
  const { moment, people } = day
  const arrived = people.filter(({ arrived_at: at }) => at !== null).length
  const absent = people.filter(({ status, arrived_at: at }) => status === 'confirmed' && at === null).length
  const noShows = useApiMutation(() => api.exams.moments.noShows({ params: { id: moment.id } }), {
    onSuccess: ({ data }) => {
      toast.success(t('exams.day.no_shows_saved', data))
      examsChanged()
    },
  })
  const toStart = people.filter((one) => one.status === 'confirmed' && one.arrived_at !== null && one.started_at === null).length
  const isStarted = people.some(({ started_at: at }) => at !== null)
  const start = useApiMutation(() => api.exams.moments.start({ params: { id: moment.id } }), {
    onSuccess: ({ data }) => {
      toast.success(t('exams.day.started_count', data))
      examsChanged()
    },
  })
  const askStart = async () => {
    const question = { title: t('exams.day.start_ask', { count: toStart }), text: t('exams.day.start_text') }
    // For late arrivals the examiner has already answered the question once.
    if (isStarted || (await confirm({ ...question, confirmLabel: t('exams.day.start_confirm') }))) start.mutate(undefined)
  }
  const askNoShows = async () => {
    const question = { title: t('exams.day.no_shows_ask', { count: absent }), text: t('exams.day.no_shows_text') }
    if (await confirm({ ...question, confirmLabel: t('exams.day.no_shows_confirm') })) noShows.mutate(undefined)
  }
  return (
    <>
      <PageHeader
        title={t('exams.day.title')}
        text={`${moment.course} · ${format.weekday(moment.day)} ${moment.time}, ${moment.location}`}
        trail={[{ label: moment.course, to: momentPath(moment.id) }]}
        {...(day.is_open &&
          toStart > 0 && {
            action: {
              label: t(isStarted ? 'exams.day.start_late' : 'exams.day.start', { count: toStart }),
              icon: 'play' as const,
              onClick: () => void askStart(),
            },
          })}
        secondary={[
          { label: t('exams.candidate.list'), icon: 'download' as const, onClick: () => void takeCandidates(moment.id) },
          ...(day.has_begun && absent > 0
            ? [{ label: t('exams.day.no_shows', { count: absent }), icon: 'absent' as const, onClick: () => void askNoShows() }]
            : []),
        ]}
      />
      {!day.is_open && (
        <Alert severity="info" sx={{ mb: 4 }}>
          {t(day.has_begun ? 'exams.day.closed' : 'exams.day.not_yet')}
        </Alert>
      )}
      {people.length === 0 ? (
        <EmptyState icon="people" title={t('exams.entries.empty')} text={t('exams.entries.empty_text')} />
      ) : (
        <>
          <Typography role="status" sx={{ fontWeight: 600, mb: 3 }}>
            {t('exams.day.arrived', { arrived, count: people.length })}
          </Typography>
          <Stack component="ul" aria-label={t('exams.entries.title')} sx={{ listStyle: 'none', m: 0, p: 0, gap: 3 }}>
            {people.map((person) => (
              <PresenceRow key={person.id} person={person} isOpen={day.is_open} onOpen={() => setOpen(person)} />
            ))}
          </Stack>
        </>
      )}
      <EntrySidePanel entry={open} onChange={setOpen} />
    </>
  )
}
