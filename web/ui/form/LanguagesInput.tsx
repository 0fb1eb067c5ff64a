import { Box, OutlinedInput, Stack, Typography } from '@mui/material'
import { nativeName } from '#core/contract/languages'
import { bootstrap } from '../../boot/bootstrap.js'
import { FieldFrame, useControl, type FieldProps } from './Field.js'
import { useFormState } from './form_context.js'
import { severalLines, severalLinesInput } from './several_lines.js'

export interface LanguagesInputProps extends FieldProps {
  /** Number of lines; 1 for a single line. */
  rows?: number
  /** Maximum number of characters of each text. */
  maxLength?: number
}

/** A text in each language that can be chosen here. Its value maps language to text. */
export function LanguagesInput({ rows = 1, maxLength, ...field }: LanguagesInputProps) {
  const { errorOf } = useFormState()
  return (
    <FieldFrame {...field} group write={(value) => Object.values((value ?? {}) as Record<string, string>).join(' · ')}>
      <Stack sx={{ gap: 2 }}>
        {bootstrap.languages.map((language) => (
          <OneLanguage
            key={language}
            {...field}
            language={language}
            rows={rows}
            maxLength={maxLength}
            error={errorOf(`${field.name}.${language}`)}
          />
        ))}
      </Stack>
    </FieldFrame>
  )
}

/** On phones the language is above its text. */
const ABOVE = { flexDirection: { xs: 'column', sm: 'row' }, '&& textarea': { boxSizing: 'border-box', pl: { xs: 3, sm: 0 } } } as const

interface OneLanguageProps extends FieldProps {
  language: string
  rows: number
  maxLength: number | undefined
  error: string | undefined
}

function OneLanguage({ name, label, disabled = false, language, rows, maxLength, error }: OneLanguageProps) {
  const { id, value, setValue } = useControl(`${name}.${language}`)
  const words = nativeName(language)
  return (
    <Box>
      <OutlinedInput
        id={id}
        fullWidth
        value={(value as string | undefined) ?? ''}
        onChange={(event) => setValue(event.target.value)}
        disabled={disabled}
        error={Boolean(error)}
        {...(rows > 1 && severalLines(rows))}
        {...(rows > 1 && { sx: ABOVE })}
        startAdornment={
          <Typography
            component="span"
            variant="body2"
            sx={{
              color: 'text.secondary',
              flex: { xs: rows > 1 ? 'none' : '0 0 92px', sm: '0 0 92px' },
              ...(rows > 1 && { alignSelf: 'flex-start', pt: 2, pl: 3, mr: 3 }),
            }}
            aria-hidden
          >
            {words}
          </Typography>
        }
        slotProps={{
          input: {
            'aria-label': `${label}: ${words}`,
            'aria-invalid': Boolean(error),
            lang: language,
            ...(maxLength && { maxLength }),
            ...(rows > 1 && severalLinesInput(rows)),
            ...(error && { 'aria-describedby': `${id}-help` }),
          },
        }}
      />
      {error && (
        <Typography id={`${id}-help`} role="alert" variant="body2" sx={{ color: 'error.main', mt: 1 }}>
          {error}
        </Typography>
      )}
    </Box>
  )
}
