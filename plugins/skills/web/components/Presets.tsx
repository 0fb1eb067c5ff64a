import { Chip, Stack, Typography } from '@mui/material'
import { PROOF_PRESETS, type ProofPreset } from '#plugins/external_courses/contract/presets'
import { useFormat, useT } from '#web/i18n'
import { useControl } from '#web/ui'

/** Well-known proofs of the trade. One press fills in the name, how long it is valid and the external course that gives it. */
export function Presets() {
  const t = useT()
  const format = useFormat()
  const [name, months, externals] = [useControl('name'), useControl('valid_months'), useControl('externals')]
  const chosen = PROOF_PRESETS.find((preset) => preset.name === name.value)
  const fill = (preset: ProofPreset) => {
    name.setValue(preset.name)
    months.setValue(String(preset.months))
    externals.setValue(preset.name)
  }
  return (
    <Stack sx={{ gap: 2, mt: -2 }}>
      <Stack direction="row" role="group" aria-label={t('skills.preset.title')} sx={{ flexWrap: 'wrap', gap: 2 }}>
        {PROOF_PRESETS.map((preset) => (
          <Chip
            key={preset.kind}
            label={preset.name}
            variant={preset === chosen ? 'filled' : 'outlined'}
            color={preset === chosen ? 'primary' : 'default'}
            aria-pressed={preset === chosen}
            onClick={() => fill(preset)}
            sx={{ minHeight: 40 }}
          />
        ))}
      </Stack>
      {chosen && (
        <Typography variant="body2" sx={{ color: 'text.secondary' }}>
          {t('skills.preset.source', { months: chosen.months, day: format.day(chosen.asOf) ?? '' })}
        </Typography>
      )}
    </Stack>
  )
}
