import { Box } from '@mui/material'
import { useT } from '#web/i18n'
import { TextInput } from '#web/ui'
import { WRITTEN } from '../../blocks.js'

interface TwoLanguagesProps {
  /** The path of the text in the form's values. */
  name: string
  label: string
  maxLength: number
  rows?: number
  /** Publishing requires it in Dutch; English is always optional. */
  required?: boolean
}

/** One text in Dutch and in English, side by side where there is room. */
export function TwoLanguages({ name, label, maxLength, rows, required = false }: TwoLanguagesProps) {
  const t = useT()
  return (
    <Box sx={{ display: 'grid', gap: 3, gridTemplateColumns: { xs: '1fr', md: '1fr 1fr' } }}>
      {WRITTEN.map((language) => (
        <TextInput
          key={language}
          name={`${name}.${language}`}
          label={t(`landing_pages.form.in_${language}`, { field: label })}
          maxLength={maxLength}
          {...(rows && { rows })}
          required={required && language === 'nl'}
        />
      ))}
    </Box>
  )
}
