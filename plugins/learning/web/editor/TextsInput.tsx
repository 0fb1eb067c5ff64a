import { Box, FormHelperText, FormLabel, OutlinedInput, Stack } from '@mui/material'
import { useEffect } from 'react'
import { nativeName } from '#core/contract/languages'
import { useT } from '#web/i18n'
import { severalLines, severalLinesInput, ToneChip, useFormState } from '#web/ui'

interface TextsInputProps {
  /** Path of a text per language. */
  name: string
  label: string
  /** The languages of the course, in its order. */
  languages: readonly string[]
  rows?: number
  help?: string
  maxLength?: number
  /** It may be empty: then nothing is marked as missing. */
  optional?: boolean
}

/** A text in the course's languages, side by side if there is room; missing ones are marked. */
export function TextsInput({ name, label, languages, rows, help, maxLength, optional = false }: TextsInputProps) {
  return (
    <Box sx={{ display: 'grid', gap: 4, gridTemplateColumns: { xs: '1fr', md: `repeat(${Math.min(languages.length, 3)}, 1fr)` } }}>
      {languages.map((language) => (
        <OneText
          key={language}
          {...{ name, label, language, help }}
          rows={rows}
          maxLength={maxLength}
          isOnly={languages.length === 1}
          optional={optional}
        />
      ))}
    </Box>
  )
}

interface OneTextProps {
  name: string
  label: string
  language: string
  rows: number | undefined
  help?: string | undefined
  maxLength: number | undefined
  isOnly: boolean
  optional: boolean
}

function OneText({ name, label, language, rows, help, maxLength, isOnly, optional }: OneTextProps) {
  const t = useT()
  const { valueOf, setValue, errorOf, idOf, register } = useFormState()
  const path = `${name}.${language}`
  const words = isOnly ? label : t('learning.editor.in_language', { label, language: nativeName(language) })
  useEffect(() => register(path, words), [register, path, words])
  const id = idOf(path)
  const value = (valueOf(path) as string | undefined) ?? ''
  const error = errorOf(path)
  return (
    <Box sx={{ minWidth: 0 }}>
      <Stack direction="row" sx={{ alignItems: 'center', gap: 2, mb: 1, minHeight: 24 }}>
        <FormLabel htmlFor={id} error={Boolean(error)}>
          {words}
        </FormLabel>
        {!value.trim() && !isOnly && !optional && <ToneChip tone="warning" icon="warning" label={t('learning.editor.missing')} />}
      </Stack>
      <OutlinedInput
        id={id}
        fullWidth
        value={value}
        error={Boolean(error)}
        onChange={(event) => setValue(path, event.target.value)}
        {...(rows && severalLines(rows))}
        slotProps={{
          input: {
            lang: language,
            dir: 'auto',
            'aria-invalid': Boolean(error),
            'aria-describedby': error || help ? `${id}-help` : undefined,
            ...(maxLength && { maxLength }),
            ...(rows && severalLinesInput(rows)),
          },
        }}
      />
      {(error || help) && (
        <FormHelperText id={`${id}-help`} error={Boolean(error)}>
          {error ?? help}
        </FormHelperText>
      )}
    </Box>
  )
}
