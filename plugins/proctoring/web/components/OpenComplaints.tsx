import { Paper, Stack, Typography } from '@mui/material'
import { api, queryClient, useApiQuery } from '#web/api'
import { useFormat, useT } from '#web/i18n'
import { check, EmptyState, ErrorState, FactList, Form, FormActions, LoadingState, TextInput, useToast } from '#web/ui'

/** Complaints about questions that wait for an answer, oldest first. */
export function OpenComplaints() {
  const t = useT()
  const format = useFormat()
  const toast = useToast()
  const query = useApiQuery(['proctoring', 'complaints'], () => api.proctoring.complaints.index({}))
  if (query.error && !query.data)
    return <ErrorState error={query.error} part="proctoring" title={t('proctoring.list.failed')} onRetry={() => void query.refetch()} />
  if (!query.data) return <LoadingState shape="cards" count={2} />
  if (!query.data.data.length)
    return <EmptyState icon="question" title={t('proctoring.list.none_complaints')} text={t('proctoring.list.none_complaints_text')} />
  return (
    <Stack component="ul" sx={{ listStyle: 'none', p: 0, m: 0, gap: 3 }}>
      {query.data.data.map((one) => (
        <Paper key={one.id} component="li" variant="outlined" sx={{ p: { xs: 4, sm: 5 } }}>
          <Stack sx={{ gap: 4 }}>
            <div>
              <Typography sx={{ fontWeight: 600, overflowWrap: 'anywhere' }}>{one.name}</Typography>
              <Typography variant="body2" sx={{ color: 'text.secondary' }}>
                {`${one.course} · ${one.quiz} · ${format.dateTime(one.at)}`}
              </Typography>
            </div>
            <FactList
              facts={[
                { label: t('proctoring.complaint.question', { position: one.position }), value: one.question },
                { label: t('proctoring.complaint.given'), value: one.given.join(', ') || '–' },
                { label: t('proctoring.complaint.right'), value: one.right.join(', ') },
                { label: t('proctoring.complaint.about'), value: one.text },
              ]}
            />
            <Form<{ text: string }, unknown>
              part="proctoring"
              guard={false}
              initialValues={{ text: '' }}
              validate={({ text }) => [check.when(!text.trim(), 'text', 'required')]}
              onSubmit={({ text }) => api.proctoring.complaints.answer({ params: { complaint: one.id }, body: { text } })}
              onSuccess={() => {
                toast.success(t('proctoring.complaint.answer_sent'))
                void queryClient.invalidateQueries({ queryKey: ['proctoring'] })
              }}
            >
              <TextInput name="text" label={t('proctoring.complaint.answer')} rows={3} required />
              <FormActions submitLabel={t('proctoring.complaint.answer_send')} />
            </Form>
          </Stack>
        </Paper>
      ))}
    </Stack>
  )
}
