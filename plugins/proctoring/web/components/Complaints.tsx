import { Box, Button, Typography } from '@mui/material'
import { useState } from 'react'
import { api } from '#web/api'
import { useT } from '#web/i18n'
import { check, Form, FormActions, Section, TextInput, useToast } from '#web/ui'

interface ComplaintsProps {
  attempt: number
  own: { may_complain: boolean; complaints: readonly { position: number; text: string; answer: string | null }[] }
  onSent: () => void
}

/** On the result of a recorded attempt: the participant's complaints about questions, and the examiner's answers. */
export function Complaints({ attempt, own, onSent }: ComplaintsProps) {
  const t = useT()
  const toast = useToast()
  const [writes, setWrites] = useState(false)
  if (!own.may_complain && !own.complaints.length) return null
  return (
    <Section title={t('proctoring.complaint.title')} text={t('proctoring.complaint.text')}>
      {own.complaints.map(({ position, text, answer }) => (
        <Box key={position}>
          <Typography sx={{ fontWeight: 600 }}>{t('proctoring.complaint.question', { position })}</Typography>
          <Typography sx={{ whiteSpace: 'pre-line', overflowWrap: 'anywhere' }}>{text}</Typography>
          <Typography variant="body2" sx={{ color: 'text.secondary', mt: 1, whiteSpace: 'pre-line', overflowWrap: 'anywhere' }}>
            {answer === null ? t('proctoring.complaint.waits') : t('proctoring.complaint.answered', { answer })}
          </Typography>
        </Box>
      ))}
      {own.may_complain && !writes && (
        <Button variant="outlined" onClick={() => setWrites(true)} sx={{ alignSelf: 'flex-start' }}>
          {t('proctoring.complaint.write')}
        </Button>
      )}
      {own.may_complain && writes && (
        <Form<{ position: string; text: string }, unknown>
          key={own.complaints.length}
          part="proctoring"
          draftKey={`proctoring.complaint.${attempt}`}
          initialValues={{ position: '', text: '' }}
          validate={({ position, text }) => [
            check.when(!/^[1-9]\d{0,2}$/.test(position), 'position', 'number'),
            check.when(!text.trim(), 'text', 'required'),
          ]}
          onSubmit={({ position, text }) =>
            api.proctoring.complaints.create({ params: { attempt }, body: { position: Number(position), text } })
          }
          onSuccess={() => {
            toast.success(t('proctoring.complaint.sent'))
            setWrites(false)
            onSent()
          }}
        >
          <TextInput name="position" label={t('proctoring.complaint.number')} autoFocus inputMode="numeric" maxLength={3} required />
          <TextInput name="text" label={t('proctoring.complaint.what')} rows={3} required />
          <FormActions submitLabel={t('proctoring.complaint.send')} />
        </Form>
      )}
    </Section>
  )
}
