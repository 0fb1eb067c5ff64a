import { Stack, Typography } from '@mui/material'
import { PROOF_PRESETS } from '#plugins/external_courses/contract/presets'
import { useFormat, useT } from '#web/i18n'
import { ChipChoice, useControl } from '#web/ui'

/** Well-known proofs of the trade. One press fills in the name, how long it is valid and the external course that gives it. */
export function Presets() {
  const t = useT()
  const format = useFormat()
  const [name, months, externals] = [useControl('name'), useControl('valid_months'), useControl('externals')]
  const chosen = PROOF_PRESETS.find((preset) => preset.name === name.value)
  const fill = (chosenName: string) => {
    const preset = PROOF_PRESETS.find((one) => one.name === chosenName)!
    name.setValue(preset.name)
    months.setValue(String(preset.months))
    externals.setValue(preset.name)
  }
  return (
    <Stack sx={{ gap: 2, mt: -2 }}>
      <ChipChoice
        label={t('skills.preset.title')}
        options={PROOF_PRESETS.map((preset) => ({ value: preset.name, label: preset.name }))}
        value={String(name.value)}
        onChoose={fill}
      />
      {chosen && (
        <Typography variant="body2" sx={{ color: 'text.secondary' }}>
          {t('skills.preset.source', { months: chosen.months, day: format.day(chosen.asOf) ?? '' })}
        </Typography>
      )}
    </Stack>
  )
}
