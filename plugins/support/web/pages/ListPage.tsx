import { Box, Button, Link, Stack, Typography } from '@mui/material'
import { useMemo, useState } from 'react'
import { api, useApiMutation, useApiQuery, withQuery } from '#web/api'
import { useFormat, useT } from '#web/i18n'
import {
  type ColumnLook,
  DataTable,
  EmptyState,
  ErrorState,
  FactList,
  Icon,
  LoadingState,
  PageHeader,
  SegmentedControl,
  SidePanel,
  StatusChip,
  useList,
  usePanelParam,
  useToast,
} from '#web/ui'
import { ownPage } from '../../contract/own_page.js'
import { QUESTION_STATUSES, type QuestionStatus, questionStatuses } from '../../contract/statuses.js'
import type { Question } from '../../server/transformers/question_transformer.js'

const rowId = (row: Question) => row.id

/** /tools/feedback: questions of people and visitors, with their status. */
export default function ListPage() {
  const t = useT()
  const panel = usePanelParam('question')
  const looks = useMemo<Record<string, ColumnLook<Question>>>(
    () => ({
      subject: { card: 'title', flex: 1.6, minWidth: 220 },
      full_name: { value: (row) => row.full_name || t('support.visitor'), minWidth: 140 },
      email: { flex: 1.2, minWidth: 200 },
      company: { value: (row) => row.company ?? t('support.platform'), minWidth: 130 },
      status: { render: (row) => <StatusChip of={questionStatuses} status={row.status} />, card: 'badge', minWidth: 150 },
      created_at: { minWidth: 150 },
    }),
    [t],
  )
  const list = useList<Question>({
    id: 'support.questions',
    part: 'support',
    path: '/api/support/questions',
    load: (query) => api.support.questions.index(withQuery(query)),
    looks,
  })
  return (
    <>
      <PageHeader title={t('support.list.title')} text={t('support.list.text')} />
      <DataTable<Question>
        {...list.table}
        label={t('support.list.title')}
        rowId={rowId}
        searchLabel={t('support.list.search')}
        onRowClick={(row) => panel.open(row.id)}
        openRow={panel.value}
        rowLabel={(row) => t('support.list.open', { subject: row.subject })}
        empty={<EmptyState icon="feedback" title={t('support.list.empty_title')} text={t('support.list.empty_text')} />}
      />
      <QuestionPanel id={panel.value} onClose={panel.close} />
    </>
  )
}

function QuestionPanel({ id, onClose }: { id: string | null; onClose: () => void }) {
  const t = useT()
  const format = useFormat()
  const toast = useToast()
  // While the panel closes it still shows the question.
  const [shown, setShown] = useState(id)
  if (id && id !== shown) setShown(id)
  const query = useApiQuery(['support', 'question', shown], () => api.support.questions.show({ params: { id: shown ?? '' } }), {
    enabled: shown !== null,
  })
  const question = query.data?.data
  const change = useApiMutation(
    (status: QuestionStatus) => api.support.questions.update({ params: { id: shown ?? '' }, body: { status } }),
    { refresh: [['support']], onSuccess: () => toast.success(t('support.panel.saved')) },
  )
  return (
    <SidePanel
      open={id !== null}
      onClose={onClose}
      title={question?.subject ?? t('support.list.title')}
      subtitle={question && <StatusChip of={questionStatuses} status={question.status} />}
      actions={
        question && (
          <Button
            variant="contained"
            startIcon={<Icon name="mails" />}
            href={`mailto:${encodeURIComponent(question.email)}?subject=${encodeURIComponent(`Re: ${question.subject}`)}`}
          >
            {t('support.panel.answer')}
          </Button>
        )
      }
    >
      {query.error ? (
        <ErrorState error={query.error} part="support" onRetry={() => void query.refetch()} />
      ) : !question ? (
        <LoadingState shape="rows" count={5} />
      ) : (
        <Stack sx={{ gap: 6 }}>
          <SegmentedControl
            label={t('support.column.status')}
            options={QUESTION_STATUSES.map((value) => ({ value, label: t(`support.status.${value}`) }))}
            value={question.status}
            onChange={(status) => status !== question.status && change.mutate(status)}
          />
          <Typography sx={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>{question.message}</Typography>
          <FactList
            facts={[
              { label: t('support.column.full_name'), value: question.full_name || t('support.visitor') },
              { label: t('support.column.email'), value: <Box sx={{ overflowWrap: 'anywhere' }}>{question.email}</Box> },
              { label: t('support.column.company'), value: question.company ?? t('support.platform') },
              { label: t('support.column.created_at'), value: format.dateTime(question.created_at) },
              { label: t('support.column.page'), value: <PageLink page={question.page} /> },
              { label: t('support.column.browser'), value: question.browser || '–' },
              { label: t('support.column.sent_to'), value: question.sent_to },
              ...(question.course_shortname ? [{ label: t('support.column.course'), value: question.course_shortname }] : []),
            ]}
          />
        </Stack>
      )}
    </SidePanel>
  )
}

/** Only a page of this site becomes a link; other addresses are shown as text. */
function PageLink({ page }: { page: string }) {
  const own = ownPage(page, location.origin)
  if (!own) return <Box sx={{ overflowWrap: 'anywhere' }}>{page || '–'}</Box>
  return (
    <Link href={own.href} sx={{ overflowWrap: 'anywhere' }}>
      {own.path}
    </Link>
  )
}
