import { Box } from '@mui/material'
import { useT } from '#web/i18n'
import { check, FormActions, PlainForm, TextInput } from '#web/ui'

const DIGITS = /^\d{3} ?\d{3}$/
const RECOVERY = /^[a-z0-9]{5}[- ]?[a-z0-9]{5}$/i

interface CodeFormProps<A> {
  /** A recovery code instead of the app's. */
  recovery?: boolean
  submitLabel: string
  onSubmit: (code: string) => PromiseLike<A>
  onSuccess: (answer: A) => void
}

/** One field for a code of the app, or a recovery code. */
export function CodeForm<A>({ recovery = false, submitLabel, onSubmit, onSuccess }: CodeFormProps<A>) {
  const t = useT()
  return (
    <PlainForm<{ code: string }, A>
      initialValues={{ code: '' }}
      neverDraft={['code']}
      validate={({ code }) => [check.when(!(recovery ? RECOVERY : DIGITS).test(code.trim()), 'code', 'incorrect_code')]}
      onSubmit={({ code }) => onSubmit(code.trim())}
      onSuccess={onSuccess}
    >
      <Box sx={{ '& input': { fontSize: '1.375rem', letterSpacing: '0.2em', fontVariantNumeric: 'tabular-nums' } }}>
        <TextInput
          name="code"
          label={t(recovery ? 'core.second.recovery_code' : 'core.second.code')}
          autoComplete="one-time-code"
          inputMode={recovery ? 'text' : 'numeric'}
          maxLength={recovery ? 11 : 7}
          required
          autoFocus
        />
      </Box>
      <FormActions fullWidth submitLabel={submitLabel} />
    </PlainForm>
  )
}
