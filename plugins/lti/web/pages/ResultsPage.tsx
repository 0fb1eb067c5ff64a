import { fullName } from '#core/contract/full_name'
import { Table, TableBody, TableCell, TableHead, TableRow, Typography } from '@mui/material'
import { useNavigate, useParams } from 'react-router'
import { participationStatuses } from '#plugins/learning/contract/statuses'
import { request, useApiMutation, useApiQuery } from '#web/api'
import { useFormat, useMessagesOf, useT } from '#web/i18n'
import { EmptyState, ErrorState, LoadingState, PageHeader, Progress, Section, StatusChip, ToneChip, useToast, WideFrame } from '#web/ui'
import type { ResultRow, RosterState } from '../../server/services/results.js'

interface Results {
  link: { id: number; title: string; context: string; course: string }
  people: ResultRow[]
  roster: RosterState | null
}

const TOLD = { sent: ['success', 'success'], waiting: ['warning', 'waiting'], failed: ['error', 'error'] } as const

/** /lti/resultaten/{link}: a teacher of another system sees the progress of the people of their own course. */
export default function ResultsPage() {
  const { link = '' } = useParams()
  const t = useT()
  const navigate = useNavigate()
  const path = `/api/lti/links/${encodeURIComponent(link)}`
  // It shows course states in the texts of the plugin that owns them.
  const ready = useMessagesOf(['learning'])
  const query = useApiQuery(['lti', 'results', link], () => request<{ data: Results }>(`${path}/results`))
  const take = useApiMutation(() => request<{ path: string }>(`${path}/take`, { method: 'POST', body: {} }), {
    onSuccess: ({ path: to }) => void navigate(to),
  })
  const format = useFormat()
  const toast = useToast()
  const sync = useApiMutation(() => request<{ data: RosterState }>(`${path}/roster`, { method: 'POST', body: {} }), {
    refresh: [['lti', 'results', link]],
    onSuccess: ({ data }) => (data.failed ? toast.error(t('lti.results.roster_failed')) : toast.success(t('lti.results.roster_done'))),
  })
  if (query.error && !query.data) return <ErrorState asPage error={query.error} part="lti" onRetry={() => void query.refetch()} />
  if (!query.data || !ready) return <LoadingState shape="page" count={4} />
  const { people, link: shown, roster } = query.data.data
  return (
    <>
      <PageHeader
        title={shown.title || t('lti.results.title')}
        text={t('lti.results.text', { course: shown.course, context: shown.context })}
        secondary={[
          ...(roster
            ? [{ label: t('lti.results.roster'), icon: 'retry' as const, onClick: () => sync.mutate(undefined), disabled: sync.isPending }]
            : []),
          { label: t('lti.results.take'), icon: 'visible', onClick: () => take.mutate(undefined), disabled: take.isPending },
        ]}
      />
      {roster && (
        <Typography variant="body2" sx={{ color: 'text.secondary', mb: 4 }}>
          {roster.failed
            ? t('lti.results.roster_failed')
            : roster.synced_at
              ? t('lti.results.roster_at', { at: format.dateTime(roster.synced_at) })
              : t('lti.results.roster_never')}
        </Typography>
      )}
      <Section title={t('lti.results.people')} flush={people.length > 0}>
        {people.length === 0 ? (
          <EmptyState icon="people" title={t('lti.results.empty')} text={t('lti.results.empty_text')} />
        ) : (
          <ResultTable people={people} />
        )}
      </Section>
    </>
  )
}

function ResultTable({ people }: { people: readonly ResultRow[] }) {
  const t = useT()
  const format = useFormat()
  return (
    <WideFrame label={t('lti.results.people')}>
      <Table>
        <TableHead>
          <TableRow>
            {(['name', 'status', 'progress', 'grade', 'told'] as const).map((key) => (
              <TableCell key={key}>{t(`lti.results.${key}`)}</TableCell>
            ))}
          </TableRow>
        </TableHead>
        <TableBody>
          {people.map((person) => (
            <TableRow key={person.id}>
              <TableCell component="th" scope="row">
                {fullName(person)}
                {person.has_left && (
                  <Typography variant="body2" sx={{ color: 'text.secondary' }}>
                    {t('lti.results.left')}
                  </Typography>
                )}
              </TableCell>
              <TableCell>
                {person.status ? <StatusChip of={participationStatuses} status={person.status} /> : t('lti.results.not_begun')}
              </TableCell>
              <TableCell>
                <Progress value={person.progress} label={t('lti.results.progress')} hideLabel />
              </TableCell>
              <TableCell sx={{ fontVariantNumeric: 'tabular-nums' }}>{person.grade === null ? '–' : format.number(person.grade)}</TableCell>
              <TableCell>
                {person.told && <ToneChip tone={TOLD[person.told][0]} icon={TOLD[person.told][1]} label={t(`lti.grade.${person.told}`)} />}
              </TableCell>
            </TableRow>
          ))}
        </TableBody>
      </Table>
    </WideFrame>
  )
}
