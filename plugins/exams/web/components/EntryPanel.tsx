import { Button, Stack, Typography } from '@mui/material'
import { api, useApiMutation, useApiQuery } from '#web/api'
import { useFormat, useT } from '#web/i18n'
import { check, FactList, Form, FormActions, PanelPart, SelectInput, StatusChip, TextInput, useToast } from '#web/ui'
import { examStatuses, type ExamStatus } from '../../contract/statuses.js'
import type { EntryView } from '../../server/transformers/exams_transformer.js'
import { useAdjusted } from './use_adjusted.js'
import { examsChanged } from '../queries.js'

const isSeat = (text: string) => /^\d{1,4}$/.test(text) && Number(text) >= 1 && Number(text) <= 1000

/** An entry: its moment, status, history and the next statuses. */
export function EntryPanel({ entry, onChanged }: { entry: EntryView; onChanged: (entry: EntryView) => void }) {
  const t = useT()
  const format = useFormat()
  const toast = useToast()
  const adjusted = useAdjusted()(entry)
  const history = useApiQuery(['exams', 'history', entry.id, entry.status], () => api.exams.entries.history({ params: { id: entry.id } }))
  return (
    <Stack sx={{ gap: 5 }}>
      <FactList
        facts={[
          { label: t('exams.field.company'), value: entry.company },
          { label: t('exams.field.course'), value: entry.course },
          { label: t('exams.field.starts_at'), value: format.platformTime(entry.starts_at) },
          { label: t('exams.field.location'), value: `${entry.location}, ${entry.city}` },
          { label: t('exams.field.candidate'), value: t(entry.is_candidate ? 'exams.candidate.is_confirmed' : 'exams.candidate.is_open') },
          ...(entry.adjustments.length ? [{ label: t('exams.field.adjustments'), value: adjusted }] : []),
          ...(entry.arrived_at ? [{ label: t('exams.field.arrived_at'), value: format.platformTime(entry.arrived_at) }] : []),
          ...(entry.identity_seen_at ? [{ label: t('exams.day.identity_seen'), value: format.platformTime(entry.identity_seen_at) }] : []),
          ...(entry.seat ? [{ label: t('exams.field.seat'), value: String(entry.seat) }] : []),
          ...(entry.started_at ? [{ label: t('exams.field.started_at'), value: format.platformTime(entry.started_at) }] : []),
          ...(entry.helper ? [{ label: t('exams.field.helper'), value: entry.helper }] : []),
          ...(entry.note ? [{ label: t('exams.field.day_note'), value: entry.note }] : []),
          ...(entry.provider ? [{ label: t('exams.field.provider'), value: entry.provider }] : []),
        ]}
      />
      {entry.next.length > 0 && (
        <PanelPart title={t('exams.entry.set')}>
          <Form
            key={entry.status}
            part="exams"
            guard={false}
            initialValues={{ status: '', explanation: '' }}
            validate={(values) => [check.required(values, 'status')]}
            onSubmit={({ status, explanation }) =>
              api.exams.entries.status({ params: { id: entry.id }, body: { status: status as ExamStatus, explanation } })
            }
            onSuccess={({ data }) => {
              toast.success(t('exams.entry.saved', { name: data.person, status: t(`exams.status.entry.${data.status}`) }))
              examsChanged()
              onChanged(data)
            }}
          >
            <SelectInput
              name="status"
              label={t('exams.field.status')}
              required
              options={entry.next.map((value) => ({ value, label: t(`exams.status.entry.${value}`) }))}
            />
            <TextInput name="explanation" label={t('exams.field.explanation')} rows={2} maxLength={500} />
            <FormActions submitLabel={t('exams.entry.save')} />
          </Form>
        </PanelPart>
      )}
      {entry.is_exam_day && (
        <PanelPart title={t('exams.day.title')}>
          <Form
            part="exams"
            guard={false}
            initialValues={{ seat: entry.seat === null ? '' : String(entry.seat), note: entry.note, helper: entry.helper }}
            validate={({ seat }) => [check.when(seat !== '' && !isSeat(seat), 'seat', 'number')]}
            onSubmit={({ seat, note, helper }) =>
              api.exams.entries.presence({ params: { id: entry.id }, body: { seat: seat === '' ? null : Number(seat), note, helper } })
            }
            onSuccess={({ data }) => {
              toast.success(t('exams.day.saved'))
              examsChanged()
              onChanged(data)
            }}
          >
            <TextInput name="seat" label={t('exams.field.seat')} inputMode="numeric" maxLength={4} />
            <TextInput name="helper" label={t('exams.field.helper')} help={t('exams.day.helper_help')} maxLength={200} />
            <TextInput name="note" label={t('exams.field.day_note')} help={t('exams.day.note_help')} rows={2} maxLength={500} />
            <FormActions submitLabel={t('exams.day.save')} />
          </Form>
        </PanelPart>
      )}
      {entry.is_exam_day && entry.started_at !== null && <Reopen entry={entry} />}
      <PanelPart title={t('exams.entry.history')}>
        <Stack component="ol" sx={{ listStyle: 'none', m: 0, p: 0, gap: 3 }}>
          {(history.data?.data ?? []).map((one) => (
            <li key={one.id}>
              <StatusChip of={examStatuses} status={one.status} />
              <Typography variant="body2" sx={{ color: 'text.secondary', mt: 1 }}>
                {format.dateTime(one.at)} · {one.by ?? t(`exams.side.${one.side}`)}
              </Typography>
              {one.explanation && <Typography variant="body2">{one.explanation}</Typography>}
            </li>
          ))}
        </Stack>
      </PanelPart>
    </Stack>
  )
}

/** After a computer failed: the person continues with the remaining time. */
function Reopen({ entry }: { entry: EntryView }) {
  const t = useT()
  const toast = useToast()
  const reopen = useApiMutation(() => api.exams.entries.reopen({ params: { id: entry.id } }), {
    onSuccess: ({ data }) => toast.success(t('exams.day.reopened', { minutes: data.minutes ?? 0 })),
  })
  return (
    <PanelPart title={t('exams.day.reopen_title')}>
      <Typography variant="body2">{t('exams.day.reopen_text')}</Typography>
      <Button variant="outlined" sx={{ alignSelf: 'flex-start' }} loading={reopen.isPending} onClick={() => reopen.mutate(undefined)}>
        {t('exams.day.reopen')}
      </Button>
    </PanelPart>
  )
}
