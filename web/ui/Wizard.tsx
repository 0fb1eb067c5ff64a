import { Box, Button, Paper, Stack, Typography } from '@mui/material'
import { useTheme } from '@mui/material/styles'
import { useEffect, useRef, useState, type ReactNode } from 'react'
import { useErrorText, type FieldError } from '#web/api'
import { useT } from '#web/i18n'
import { useUnsavedGuard } from '#web/session'
import { ConfirmDialog } from './confirm.js'
import { dropDraft, writeDraft } from './form/draft.js'
import { FormContext, type Check } from './form/form_context.js'
import { useFormValues } from './form/use_form_values.js'
import { useSubmission } from './form/use_submission.js'
import { Icon } from './icons/index.js'

export interface WizardControl<V> {
  values: V
  /** Changes some of the values. */
  update: (changes: Partial<V>) => void
  /** Opens another step, such as the one whose choice is no longer possible. */
  open: (step: string) => void
}

export interface WizardStep<V> {
  key: string
  label: string
  render: (wizard: WizardControl<V>) => ReactNode
  /** Checked before continuing; build it from `check`, as in a <Form>. The fields of a <Form> work in a step. */
  validate?: (values: V) => readonly Check[]
  /** Disables the button while something that the step needs, such as its choices, is loading. */
  waiting?: (values: V) => boolean
  /** Skipped, depending on earlier answers. */
  skip?: (values: V) => boolean
}

export interface WizardProps<V extends object> {
  /** The key under which the draft is kept until it is finished or cancelled. */
  id: string
  initialValues: V
  steps: readonly WizardStep<V>[]
  /** Label of the last button: "Boeking bevestigen". */
  finishLabel: string
  onFinish: (values: V) => PromiseLike<unknown>
  onCancel?: () => void
  /** Plugin whose error texts are tried first. */
  part?: string
  /**
   * For a draft on the server, so that another computer can continue: the saved state, and a function that saves it (called on every change
   * and step; it debounces). Leaving the page then asks nothing.
   */
  kept?: { step: string | null; save: (values: V, step: string) => void }
  /** Beside the steps, above them on phones: the price. */
  aside?: (values: V) => ReactNode
  /** Disables the last button while something it sends, such as a price, is being calculated. */
  waiting?: boolean
  /** Asked before `onCancel`, instead of the usual text. */
  leaving?: { title: string; text: string; confirm: string }
}

/**
 * A long task in steps. Going back, reloading and returning keep every answer; leaving asks first. Shares values, drafts and errors with
 * <Form>.
 */
export function Wizard<V extends object>({
  id,
  initialValues,
  steps,
  finishLabel,
  onFinish,
  onCancel,
  part,
  kept,
  aside,
  waiting = false,
  leaving,
}: WizardProps<V>) {
  const t = useT()
  const { ofError, ofField } = useErrorText()
  const { brand, surfaces } = useTheme()
  const draftKey = kept ? undefined : `wizard.${id}`
  const store = useFormValues(initialValues, undefined, draftKey)
  const { values, control } = store
  const [at, setAt] = useState(kept?.step ?? store.restored?.step ?? steps[0]?.key)
  const shown = steps.filter((step) => !step.skip?.(values))
  const index = Math.max(
    0,
    shown.findIndex((step) => step.key === at),
  )
  const step = shown[index]
  const [done, setDone] = useState(false)
  const dirty = !done && (store.dirty || index > 0)
  const submission = useSubmission(store, { part, dirty, control })
  const { state, submitting, fieldErrors, failure, fields } = submission
  const [asking, setAsking] = useState(false)
  const heading = useRef<HTMLHeadingElement>(null)
  const blocker = useUnsavedGuard(dirty && !submitting && !kept)

  const first = useRef(true)
  useEffect(() => {
    if (!first.current) heading.current?.focus()
    first.current = false
  }, [index])
  useEffect(() => {
    if (!dirty) return
    const secret = [...fields()].filter(([, field]) => field.secret).map(([name]) => name.split('.').at(-1)!)
    writeDraft(draftKey, { values, step: step?.key ?? '' }, new Set(secret))
  }, [dirty, draftKey, values, step?.key, fields])
  const save = kept?.save
  useEffect(() => {
    if (dirty) save?.(values, step?.key ?? '')
  }, [dirty, save, values, step?.key])

  const open = (key: string | undefined) => {
    submission.forgive()
    setAt(key)
  }
  const go = (to: number) => open(shown[to]?.key)
  const forward = async () => {
    const checks = step?.validate?.(values) ?? []
    if (index < shown.length - 1) {
      const wrong = checks.filter((result): result is FieldError => result !== false)
      return wrong.length ? submission.fail(wrong, null) : go(index + 1)
    }
    if (!(await submission.run(checks, () => onFinish(values)))) return
    setDone(true)
    dropDraft(draftKey)
  }
  // Errors of the step as a whole belong to no field and are shown here.
  const whole = fieldErrors.filter(({ field, rule }) => rule !== 'required' && !field.includes('.') && !submission.known.has(field))
  const wrong = whole.length ? whole.map((error) => ofField(error, part)).join(' ') : fieldErrors.length ? t('core.wizard.missing') : null
  const problem = failure ? ofError(failure, part) : wrong
  const update = (changes: Partial<V>) => {
    for (const [name, value] of Object.entries(changes)) state.setValue(name, value)
  }

  if (!step) return null
  const isLast = index === shown.length - 1
  const form = (
    <Stack
      component="form"
      noValidate
      onSubmit={(event) => {
        // Ignores forms in a dialog above it.
        if (event.target !== event.currentTarget) return
        event.preventDefault()
        if (!submitting) void forward()
      }}
      sx={{ gap: 5, flex: 1, minWidth: 0, width: '100%' }}
    >
      <Stack component="ol" direction="row" aria-label={t('core.wizard.steps')} sx={{ listStyle: 'none', p: 0, m: 0, gap: 2 }}>
        {shown.map((item, position) => {
          const passed = position < index
          const current = position === index
          return (
            <Stack component="li" key={item.key} aria-current={current ? 'step' : undefined} sx={{ flex: 1, minWidth: 0, gap: 2 }}>
              <Box sx={{ height: 4, borderRadius: '2px', bgcolor: passed || current ? brand.primary.edge : surfaces.track }} />
              <Stack
                direction="row"
                sx={{
                  gap: 1,
                  alignItems: 'center',
                  color: current ? 'text.primary' : 'text.secondary',
                  display: { xs: 'none', md: 'flex' },
                }}
              >
                {passed && <Icon name="check" label={t('core.wizard.done')} sx={{ fontSize: 16, color: 'primary.main' }} />}
                <Typography variant="body2" noWrap sx={{ fontWeight: current ? 650 : 450 }}>
                  {item.label}
                </Typography>
              </Stack>
            </Stack>
          )
        })}
      </Stack>
      <Paper variant="outlined" sx={{ p: { xs: 4, md: 6 } }}>
        <Typography variant="overline" component="p" sx={{ color: 'text.secondary' }}>
          {t('core.wizard.position', { step: index + 1, total: shown.length })}
        </Typography>
        {/* The sticky parts at the top of a phone, the bar and the price, must not cover the start of a step. */}
        <Typography
          variant="h2"
          ref={heading}
          tabIndex={-1}
          sx={{ mb: 4, scrollMarginTop: aside ? { xs: 152, lg: 112 } : 112, '&:focus': { outline: 'none' } }}
        >
          {step.label}
        </Typography>
        <FormContext value={state}>{step.render({ values, update, open })}</FormContext>
        {problem && (
          <Typography role="alert" id={`${submission.prefix}summary`} tabIndex={-1} sx={{ color: 'error.main', mt: 4 }}>
            {problem}
          </Typography>
        )}
      </Paper>
      {/* Two lines on a phone, so that no button is squeezed. */}
      <Stack direction="row" sx={{ gap: 2, flexWrap: 'wrap', justifyContent: 'space-between', '& button': { flexShrink: 0 } }}>
        {index > 0 ? (
          <Button variant="outlined" startIcon={<Icon name="back" />} onClick={() => go(index - 1)}>
            {t('core.actions.back')}
          </Button>
        ) : (
          <span />
        )}
        <Stack direction="row" sx={{ gap: 2, ml: 'auto' }}>
          {onCancel && (
            // Also loses what an earlier visit left, even if nothing was touched in this one.
            <Button color="inherit" onClick={() => (dirty || kept?.step ? setAsking(true) : onCancel())}>
              {t('core.actions.cancel')}
            </Button>
          )}
          <Button
            type="submit"
            variant="contained"
            loading={submitting || (isLast && waiting) || step.waiting?.(values) === true}
            sx={{ whiteSpace: 'nowrap' }}
          >
            {isLast ? finishLabel : t('core.actions.next')}
          </Button>
        </Stack>
      </Stack>
      <ConfirmDialog
        open={asking || blocker.state === 'blocked'}
        title={leaving?.title ?? t('core.wizard.leave_title')}
        text={leaving?.text ?? t('core.wizard.leave_text')}
        confirmLabel={leaving?.confirm ?? t('core.form.leave')}
        cancelLabel={t('core.form.stay')}
        destructive
        onCancel={() => {
          setAsking(false)
          blocker.reset?.()
        }}
        onConfirm={() => {
          dropDraft(draftKey)
          if (blocker.state === 'blocked') blocker.proceed()
          else onCancel?.()
        }}
      />
    </Stack>
  )
  if (!aside) return form
  return (
    <Stack direction={{ xs: 'column', lg: 'row' }} sx={{ gap: 5, alignItems: 'flex-start' }}>
      {form}
      <Box
        sx={{
          width: { xs: '100%', lg: 340 },
          order: { xs: -1, lg: 0 },
          flexShrink: 0,
          position: 'sticky',
          top: { xs: 64, lg: 88 },
          zIndex: 2,
        }}
      >
        {aside(values)}
      </Box>
    </Stack>
  )
}
