import { Stack, Typography } from '@mui/material'
import { PROOF_PRESETS } from '#plugins/external_courses/contract/presets'
import { useFormat, useT } from '#web/i18n'
import { ChipChoice, useControl } from '#web/ui'
import { useFormOptions } from '../queries.js'

/**
 * Well-known proofs of the trade that the company has no skill for yet. One press fills in the name, how long it is valid and the external
 * course that gives it.
 * @param company 0: one's own; null: not chosen yet
 */
export function Presets({ company }: { company: number | null }) {
  const t = useT()
  const format = useFormat()
  const [name, months, externals] = [useControl('name'), useControl('valid_months'), useControl('externals')]
  const chosen = PROOF_PRESETS.find((preset) => preset.name === name.value)
  const { data } = useFormOptions(company)
  const taken = new Set(data?.data.skills.map((skill) => skill.name.toLowerCase()))
  const offered = data ? PROOF_PRESETS.filter((preset) => !taken.has(preset.name.toLowerCase())) : []
  const fill = (chosenName: string) => {
    const preset = PROOF_PRESETS.find((one) => one.name === chosenName)!
    name.setValue(preset.name)
    months.setValue(String(preset.months))
    externals.setValue(preset.name)
  }
  if (!offered.length) return null
  return (
    <Stack sx={{ gap: 2, mt: -2 }}>
      <ChipChoice
        label={t('skills.preset.title')}
        options={offered.map((preset) => ({ value: preset.name, label: preset.name }))}
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
