import { Stack, Typography } from '@mui/material'
import { api, useApiQuery } from '#web/api'
import { useFormat, useT } from '#web/i18n'
import { check, FactList, Form, FormActions, PanelPart, SelectInput, StatusChip, TextInput, useToast } from '#web/ui'
import { examStatuses, type ExamStatus } from '../../contract/statuses.js'
import type { EntryView } from '../../server/transformers/exams_transformer.js'
import { examsChanged } from '../queries.js'

const isSeat = (text: string) => /^\d{1,4}$/.test(text) && Number(text) >= 1 && Number(text) <= 1000

/** An entry: its moment, status, history and the next statuses. */
export function EntryPanel({ entry, onChanged }: { entry: EntryView; onChanged: (entry: EntryView) => void }) {
  const t = useT()
  const format = useFormat()
  const toast = useToast()
  const history = useApiQuery(['exams', 'history', entry.id, entry.status], () => api.exams.entries.history({ params: { id: entry.id } }))
  return (
    <Stack sx={{ gap: 5 }}>
      <FactList
        facts={[
          { label: t('exams.field.company'), value: entry.company },
          { label: t('exams.field.course'), value: entry.course },
          { label: t('exams.field.starts_at'), value: format.platformTime(entry.starts_at) },
          { label: t('exams.field.location'), value: `${entry.location}, ${entry.city}` },
          ...(entry.arrived_at ? [{ label: t('exams.field.arrived_at'), value: format.platformTime(entry.arrived_at) }] : []),
          ...(entry.identity_seen_at ? [{ label: t('exams.day.identity_seen'), value: format.platformTime(entry.identity_seen_at) }] : []),
          ...(entry.seat ? [{ label: t('exams.field.seat'), value: String(entry.seat) }] : []),
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
            initialValues={{ seat: entry.seat === null ? '' : String(entry.seat), note: entry.note }}
            validate={({ seat }) => [check.when(seat !== '' && !isSeat(seat), 'seat', 'number')]}
            onSubmit={({ seat, note }) =>
              api.exams.entries.presence({ params: { id: entry.id }, body: { seat: seat === '' ? null : Number(seat), note } })
            }
            onSuccess={({ data }) => {
              toast.success(t('exams.day.saved'))
              examsChanged()
              onChanged(data)
            }}
          >
            <TextInput name="seat" label={t('exams.field.seat')} inputMode="numeric" maxLength={4} />
            <TextInput name="note" label={t('exams.field.day_note')} help={t('exams.day.note_help')} rows={2} maxLength={500} />
            <FormActions submitLabel={t('exams.day.save')} />
          </Form>
        </PanelPart>
      )}
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
