import { Alert, Box, Link, Stack, Typography } from '@mui/material'
import { useEffect, useState } from 'react'
import { Link as RouterLink } from 'react-router'
import { api, useApiQuery } from '#web/api'
import { useFormat, useT } from '#web/i18n'
import { check, FactList, Form, FormActions, Section, TextInput, useFocusWhenGone, useToast } from '#web/ui'
import { Complaints } from './Complaints.js'
import { receiptPath } from '../paths.js'
import { sendContinuously } from '../recorder/send_pieces.js'

/** On the result of a recorded attempt: the state of its review, the verdict and its explanation, who looked, and an appeal. */
export default function RecordedResult({ attempt }: { attempt: number }) {
  const t = useT()
  const format = useFormat()
  const toast = useToast()
  const noteFocus = useFocusWhenGone()
  const [left, setLeft] = useState(0)
  const { data, refetch } = useApiQuery(['proctoring', 'attempt', attempt], () => api.proctoring.attempts.show({ params: { attempt } }))
  // Sends pieces that were recorded last, or while offline.
  useEffect(() => sendContinuously(attempt, setLeft), [attempt])
  if (!data) return null
  const own = data.data
  const rejections = own.decisions.filter(({ verdict }) => verdict === 'reject')
  const at = (moment: string | null) => moment && format.dateTime(moment)
  return (
    <Stack sx={{ gap: 5 }} onFocus={noteFocus}>
      {left > 0 && <Alert severity="warning">{t('proctoring.own.left', { left })}</Alert>}
      {(own.state === 'rejected' || own.state === 'appeal') && (
        <Section title={t('proctoring.own.why')}>
          {rejections.map(({ round, explanation }) => (
            <Box key={round}>
              <Typography variant="body2" sx={{ color: 'text.secondary' }}>
                {t('proctoring.own.round', { round })}
              </Typography>
              <Typography sx={{ whiteSpace: 'pre-line', overflowWrap: 'anywhere' }}>{explanation}</Typography>
            </Box>
          ))}
        </Section>
      )}
      {own.may_appeal && (
        <Section title={t('proctoring.own.appeal')} text={t('proctoring.own.appeal_text')}>
          <Form<{ text: string }, unknown>
            part="proctoring"
            draftKey={`proctoring.appeal.${attempt}`}
            initialValues={{ text: '' }}
            validate={({ text }) => [check.when(!text.trim(), 'text', 'required')]}
            onSubmit={({ text }) => api.proctoring.attempts.appeal({ params: { attempt }, body: { text } })}
            onSuccess={() => {
              toast.success(t('proctoring.own.appeal_sent'))
              void refetch()
            }}
          >
            <TextInput name="text" label={t('proctoring.own.appeal_label')} rows={4} required />
            <FormActions submitLabel={t('proctoring.own.appeal_send')} />
          </Form>
        </Section>
      )}
      {own.appeal !== null && (
        <Section title={t('proctoring.own.your_appeal')}>
          <Typography sx={{ whiteSpace: 'pre-line', overflowWrap: 'anywhere' }}>{own.appeal}</Typography>
        </Section>
      )}
      <Section title={t('proctoring.own.title')} text={t('proctoring.own.text', { provider: own.provider })}>
        <FactList
          facts={[
            { label: t('proctoring.own.state'), value: t(`proctoring.own.state_${own.state}`) },
            { label: t('proctoring.own.submitted'), value: at(own.submitted_at) },
            ...(own.decided_at ? [{ label: t('proctoring.own.decided'), value: at(own.decided_at) }] : []),
            {
              label: t('proctoring.own.kept'),
              value: own.evidence_deleted_at
                ? t('proctoring.own.deleted', { date: format.date(own.evidence_deleted_at) })
                : own.evidence_expires_at
                  ? t('proctoring.own.kept_until', { date: format.date(own.evidence_expires_at) })
                  : t('proctoring.own.kept_days', { days: own.retention_days }),
            },
            {
              label: t('proctoring.own.looked'),
              value: own.views.length
                ? own.views
                    .map(({ examiner, reason, at: when }) =>
                      reason === null
                        ? t('proctoring.own.look', { examiner: examiner ?? '', at: format.dateTime(when) })
                        : t('proctoring.own.look_admin', { at: format.dateTime(when), reason }),
                    )
                    .join('\n')
                : t('proctoring.own.nobody'),
            },
          ]}
        />
        {own.receipt && (
          <Link component={RouterLink} to={receiptPath(own.receipt)} sx={{ fontWeight: 550, alignSelf: 'flex-start' }}>
            {t('proctoring.own.receipt')}
          </Link>
        )}
      </Section>
      <Complaints attempt={attempt} own={own} onSent={() => void refetch()} />
    </Stack>
  )
}
