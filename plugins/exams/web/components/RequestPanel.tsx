import { Button, Stack } from '@mui/material'
import { Link } from 'react-router'
import { api, useApiMutation } from '#web/api'
import { languageName, useFormat, useT } from '#web/i18n'
import { check, DayInput, FactList, Form, FormActions, PanelPart, TextInput, useToast } from '#web/ui'
import type { RequestView } from '../../server/services/company_exams.js'
import { examsChanged } from '../queries.js'
import { isTime } from './AddMoments.js'

/** A request with its answer, and the actions that the reader may take. */
export function RequestPanel({ request, onDone }: { request: RequestView; onDone: () => void }) {
  const t = useT()
  const format = useFormat()
  const toast = useToast()
  const withdraw = useApiMutation(() => api.exams.requests.withdraw({ params: { id: request.id } }), {
    onSuccess: () => {
      toast.success(t('exams.requests.withdrawn'))
      examsChanged()
      onDone()
    },
  })
  return (
    <Stack sx={{ gap: 5 }}>
      <FactList
        facts={[
          { label: t('exams.field.company'), value: request.company },
          ...(request.by ? [{ label: t('exams.field.asked_by'), value: request.by }] : []),
          { label: t('exams.field.asked_at'), value: format.date(request.created_at) },
          { label: t('exams.field.people'), value: String(request.people) },
          { label: t('exams.field.language'), value: languageName(request.language) },
          { label: t('exams.field.wished_on'), value: format.day(request.wished_on) },
          { label: t('exams.field.location'), value: [request.location, request.address, request.city].join(', ') },
          { label: t('exams.field.billed_least'), value: String(request.billed_least) },
          ...(request.note ? [{ label: t('exams.field.note'), value: request.note }] : []),
          ...(request.starts_at ? [{ label: t('exams.field.starts_at'), value: format.platformTime(request.starts_at) }] : []),
          ...(request.list_on ? [{ label: t('exams.requests.list_until'), value: format.day(request.list_on) }] : []),
          ...(request.answer ? [{ label: t('exams.requests.reason'), value: request.answer }] : []),
        ]}
      />
      {request.can_book && request.moment_id !== null && (
        <Button
          variant="contained"
          component={Link}
          to={`/intern/booking?training=${request.course_id}&type=exam&moment=${request.moment_id}`}
          sx={{ alignSelf: 'flex-start' }}
        >
          {t('exams.requests.book')}
        </Button>
      )}
      {request.can_withdraw && (
        <Button
          variant="outlined"
          color="error"
          loading={withdraw.isPending}
          onClick={() => withdraw.mutate(undefined)}
          sx={{ alignSelf: 'flex-start' }}
        >
          {t('exams.requests.withdraw')}
        </Button>
      )}
      {request.can_answer && <Answer request={request} onDone={onDone} />}
    </Stack>
  )
}

function Answer({ request, onDone }: { request: RequestView; onDone: () => void }) {
  const t = useT()
  const toast = useToast()
  const done = (key: string) => {
    toast.success(t(`exams.requests.${key}`, { company: request.company }))
    examsChanged()
    onDone()
  }
  const answer = (body: Parameters<typeof api.exams.requests.answer>[0]['body']) =>
    api.exams.requests.answer({ params: { id: request.id }, body })
  return (
    <>
      <PanelPart title={t('exams.requests.plan')}>
        <Form
          part="exams"
          guard={false}
          initialValues={{ day: request.wished_on as string | null, time: '09:00', reason: '' }}
          validate={(values) => [check.required(values, 'day'), check.when(!isTime(values.time), 'time', 'time')]}
          onSubmit={(values) => answer({ ...values, plan: true })}
          onSuccess={() => done('planned')}
        >
          <DayInput name="day" label={t('exams.field.day')} required />
          <TextInput name="time" label={t('exams.field.time')} required maxLength={5} help={t('exams.moments.time_help')} />
          <TextInput name="reason" label={t('exams.requests.reason')} rows={2} maxLength={1000} />
          <FormActions submitLabel={t('exams.requests.plan')} />
        </Form>
      </PanelPart>
      <PanelPart title={t('exams.requests.decline')}>
        <Form
          part="exams"
          guard={false}
          initialValues={{ reason: '' }}
          validate={(values) => [check.required(values, 'reason')]}
          onSubmit={({ reason }) => answer({ plan: false, reason })}
          onSuccess={() => done('declined')}
        >
          <TextInput
            name="reason"
            label={t('exams.requests.reason')}
            help={t('exams.requests.reason_help')}
            rows={2}
            maxLength={1000}
            required
          />
          <FormActions submitLabel={t('exams.requests.decline')} destructive />
        </Form>
      </PanelPart>
    </>
  )
}
