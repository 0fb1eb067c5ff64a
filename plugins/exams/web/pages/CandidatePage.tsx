import { Alert, Box, Typography } from '@mui/material'
import { useNavigate, useParams } from 'react-router'
import { api, queryClient, useApiQuery } from '#web/api'
import { useFormat, useT } from '#web/i18n'
import { check, CheckInput, DayInput, ErrorState, Form, FormActions, LoadingState, PageHeader, TextInput, useToast } from '#web/ui'
import type { CandidateView } from '../../server/transformers/exams_transformer.js'

/** /deelnemer/examengegevens/:entry: a candidate confirms the data that the exam house needs. */
export default function CandidatePage() {
  const t = useT()
  const { entry = '' } = useParams()
  const query = useApiQuery(['exams', 'candidate', entry], () => api.exams.candidates.show({ params: { id: entry } }))
  if (query.data) return <Candidate entry={entry} data={query.data.data} />
  if (query.error)
    return <ErrorState asPage error={query.error} part="exams" title={t('exams.candidate.failed')} onRetry={() => void query.refetch()} />
  return <LoadingState shape="page" count={4} />
}

const valuesOf = ({ initials, infix, lastname, birthdate, birthplace }: CandidateView) => ({
  ...{ initials, infix: infix ?? '', lastname, birthdate, birthplace, accepted: false },
})

function Candidate({ entry, data }: { entry: string; data: CandidateView }) {
  const t = useT()
  const format = useFormat()
  const toast = useToast()
  const navigate = useNavigate()
  return (
    <>
      <PageHeader title={t('exams.candidate.title')} text={t('exams.candidate.text')} />
      <Box sx={{ maxWidth: 560, display: 'grid', gap: 4 }}>
        <Typography sx={{ fontWeight: 600 }}>{`${data.course}, ${format.platformTime(data.starts_at)}`}</Typography>
        {data.confirmed_at && (
          <Alert severity="success">{t('exams.candidate.confirmed_on', { day: format.date(data.confirmed_at) ?? '' })}</Alert>
        )}
        <Form
          part="exams"
          initialValues={valuesOf(data)}
          validate={(values) => [
            check.required(values, 'initials'),
            check.required(values, 'lastname'),
            check.required(values, 'birthdate'),
            check.required(values, 'birthplace'),
            check.when(!values.accepted, 'accepted', 'accepted'),
          ]}
          onSubmit={({ infix, birthdate, accepted: _accepted, ...values }) =>
            api.exams.candidates.confirm({
              params: { id: entry },
              body: { ...values, infix: infix || null, birthdate: birthdate!, accepted: true },
            })
          }
          onSuccess={() => {
            toast.success(t('exams.candidate.saved'))
            for (const part of ['exams', 'booking']) void queryClient.invalidateQueries({ queryKey: [part] })
            void navigate('/deelnemer/trainingen?toon=all')
          }}
        >
          <TextInput
            name="initials"
            label={t('exams.candidate.initials')}
            help={t('exams.candidate.initials_help')}
            required
            maxLength={40}
          />
          <TextInput name="infix" label={t('exams.candidate.infix')} maxLength={100} />
          <TextInput name="lastname" label={t('exams.candidate.lastname')} required maxLength={100} />
          <DayInput name="birthdate" label={t('exams.candidate.birthdate')} required min="1900-01-01" />
          <TextInput name="birthplace" label={t('exams.candidate.birthplace')} required maxLength={100} />
          <CheckInput name="accepted" label={t('exams.candidate.correct')} required />
          <Typography variant="body2" sx={{ color: 'text.secondary' }}>
            {t('exams.candidate.privacy', { provider: data.provider ?? t('exams.candidate.the_provider'), days: data.erased_after })}
          </Typography>
          <FormActions submitLabel={t('exams.candidate.confirm')} />
        </Form>
      </Box>
    </>
  )
}
