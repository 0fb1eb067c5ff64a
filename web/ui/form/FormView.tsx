import { Alert, Box, Link, Stack } from '@mui/material'
import { useMemo, type FormEvent, type KeyboardEvent, type ReactNode } from 'react'
import { useErrorText } from '#web/api'
import { useT } from '#web/i18n'
import { FormContext } from './form_context.js'
import type { Submission } from './use_submission.js'

interface FormViewProps {
  submission: Submission
  part?: string | undefined
  onSubmit: () => void
  /** Called for Enter in a field while something is being sent: browsers do not submit a form whose button is disabled. */
  onEnterMeanwhile?: (() => void) | undefined
  /** Above the fields. */
  notice?: ReactNode
  /** Above the buttons. */
  beforeActions?: ReactNode
  children: ReactNode
}

/** The form's element, with a summary above the fields when more than one has an error. */
export function FormView({ submission, part, onSubmit, onEnterMeanwhile, notice, beforeActions, children }: FormViewProps) {
  const { state, prefix, failure } = submission
  const shown = useMemo(() => (beforeActions ? { ...state, notice: beforeActions } : state), [state, beforeActions])
  const submit = (event: FormEvent) => {
    event.preventDefault()
    onSubmit()
  }
  const listen = ({ key, target, nativeEvent }: KeyboardEvent) => {
    if (key === 'Enter' && target instanceof HTMLInputElement && !nativeEvent.isComposing) onEnterMeanwhile?.()
  }
  return (
    <FormContext value={shown}>
      <Box component="form" noValidate onSubmit={submit} {...(onEnterMeanwhile && state.submitting && { onKeyDown: listen })}>
        <Stack sx={{ gap: 4 }}>
          {notice}
          {/* Errors of fields disappear once the fields are corrected. */}
          {(failure && !failure.isValidation) || isSummed(submission) ? (
            <Alert severity="error" id={`${prefix}summary`} tabIndex={-1}>
              <Summary submission={submission} part={part} />
            </Alert>
          ) : null}
          {children}
        </Stack>
      </Box>
    </FormContext>
  )
}

const isSummed = ({ fieldErrors, known }: Submission) => fieldErrors.length > 1 || fieldErrors.some((error) => !known.has(error.field))

function Summary({ submission: { fieldErrors, failure, known, state }, part }: Pick<FormViewProps, 'submission' | 'part'>) {
  const t = useT()
  const { ofError, ofField } = useErrorText()
  if (!fieldErrors.length) return ofError(failure, part)
  return (
    <>
      {t('core.form.summary', { count: fieldErrors.length })}
      <Box component="ul" sx={{ m: 0, mt: 1, pl: 4 }}>
        {fieldErrors.map((error) => (
          <li key={`${error.field}.${error.rule}`}>
            {known.has(error.field) ? (
              <Link
                href={`#${state.idOf(error.field)}`}
                onClick={(event) => {
                  event.preventDefault()
                  document.getElementById(state.idOf(error.field))?.focus()
                }}
              >
                {known.get(error.field)!.label}
              </Link>
            ) : (
              error.field
            )}
            {': '}
            {ofField(error, part)}
          </li>
        ))}
      </Box>
    </>
  )
}
