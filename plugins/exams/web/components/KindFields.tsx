import { Alert, Box, Button } from '@mui/material'
import { useFormat, useT } from '#web/i18n'
import { CheckInput, DayInput, SearchInput, SelectInput, TextInput } from '#web/ui'
import { ADJUSTMENTS } from '../../contract/adjustments.js'
import { EXAM_KINDS, EXAM_PRESETS, EXAM_REGISTERS, type ExamKind } from '../../contract/kinds.js'

interface KindChoiceProps {
  kind: string
  setValue: (name: string, value: unknown) => void
}

/** The kind of exam. Choosing one fills in its known numbers; all of them may be changed. */
export function KindChoice({ kind, setValue }: KindChoiceProps) {
  const t = useT()
  const format = useFormat()
  const preset = kind ? EXAM_PRESETS[kind as ExamKind] : null
  const fill = () => {
    if (!preset) return
    const text = (value: number | null) => (value === null ? '' : String(value))
    setValue('questions', text(preset.questions))
    setValue('pass_percent', text(preset.passPercent).replace('.', ','))
    setValue('register', preset.register ?? '')
    setValue('adjusted_minutes', text(preset.adjustedMinutes))
    if (preset.adjustedMinutes !== null) setValue('adjustments', [...ADJUSTMENTS])
    if (preset.minutes !== null) setValue('minutes', String(preset.minutes))
    setValue('valid_months', text(preset.validMonths))
    setValue('source', t(`exams.kind_source.${kind}`))
    setValue('source_on', preset.asOf)
    setValue('to_confirm', preset.toConfirm)
  }
  return (
    <>
      <SelectInput
        name="kind"
        label={t('exams.field.kind')}
        help={t('exams.edit.kind_help')}
        options={EXAM_KINDS.map((value) => ({ value, label: t(`exams.kind.${value}`) }))}
      />
      {preset && (
        <Alert severity="info">
          {t('exams.edit.preset', { source: t(`exams.kind_source.${kind}`), day: format.day(preset.asOf) ?? '' })}
          <Box sx={{ mt: 2 }}>
            <Button variant="outlined" onClick={fill}>
              {t('exams.edit.fill', { kind: t(`exams.kind.${kind}`) })}
            </Button>
          </Box>
        </Alert>
      )}
    </>
  )
}

/** The numbers of the exam, and their source. */
export function KindFacts() {
  const t = useT()
  const half = { display: 'grid', gap: 4, gridTemplateColumns: { xs: '1fr', sm: '1fr 1fr' } } as const
  return (
    <>
      <Box sx={half}>
        <TextInput name="questions" label={t('exams.field.questions')} inputMode="numeric" maxLength={3} />
        <TextInput
          name="pass_percent"
          label={t('exams.field.pass_percent')}
          help={t('exams.edit.pass_help')}
          inputMode="decimal"
          maxLength={5}
        />
      </Box>
      <SelectInput
        name="register"
        label={t('exams.field.register')}
        options={EXAM_REGISTERS.map((value) => ({ value, label: t(`exams.register.${value}`) }))}
      />
      <SearchInput
        name="adjustments"
        label={t('exams.field.adjustments')}
        help={t('exams.edit.adjustments_help')}
        options={ADJUSTMENTS.map((value) => ({ value, label: t(`exams.adjustment.${value}`) }))}
        multiple
      />
      <TextInput
        name="adjusted_minutes"
        label={t('exams.field.adjusted_minutes')}
        help={t('exams.edit.adjusted_help')}
        inputMode="numeric"
        maxLength={3}
      />
      <Box sx={half}>
        <TextInput name="source" label={t('exams.field.source')} help={t('exams.edit.source_help')} maxLength={300} />
        <DayInput name="source_on" label={t('exams.field.source_on')} />
      </Box>
      <CheckInput name="to_confirm" look="switch" label={t('exams.field.to_confirm')} help={t('exams.edit.to_confirm_help')} />
    </>
  )
}
