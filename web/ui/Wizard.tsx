import { Box, Button, Paper, Stack, Typography } from '@mui/material'
import { useTheme } from '@mui/material/styles'
import { atom, useAtom } from 'jotai'
import { useCallback, useEffect, useId, useRef, useState, type ReactNode } from 'react'
import { toApiError, useErrorText, type FieldError } from '#web/api'
import { useT } from '#web/i18n'
import { useUnsavedGuard } from '#web/session'
import { ConfirmDialog } from './confirm.js'
import { FormContext, type Check, type FormState, type FormValues } from './form/form_context.js'
import { Icon } from './icons/index.js'

export interface WizardControl<V> {
  values: V
  /** Changes some of the values. */
  update: (changes: Partial<V>) => void
}

export interface WizardStep<V> {
  key: string
  label: string
  render: (wizard: WizardControl<V>) => ReactNode
  /** Checked before going on; build it from `check`, as in a <Form>. The fields of a <Form> work in a step. */
  validate?: (values: V) => readonly Check[]
  /** Left out of the row, depending on earlier answers. */
  skip?: (values: V) => boolean
}

export interface WizardProps<V extends object> {
  /** The draft is kept under this name until it is finished or given up. */
  id: string
  initialValues: V
  steps: readonly WizardStep<V>[]
  /** Words on the last button: "Boeking bevestigen". */
  finishLabel: string
  onFinish: (values: V) => PromiseLike<unknown>
  onCancel?: () => void
  /** Plugin whose error words are tried first. */
  part?: string
}

interface Draft {
  step: string
  values: object
}

/** Drafts of all wizards: going to another page and back loses nothing. */
const draftsAtom = atom<Readonly<Record<string, Draft>>>({})

/** A long task in steps. Going back keeps every answer; leaving asks first. */
export function Wizard<V extends object>({ id, initialValues, steps, finishLabel, onFinish, onCancel, part }: WizardProps<V>) {
  const t = useT()
  const { ofError, ofField } = useErrorText()
  const prefix = useId()
  const { brand, surfaces } = useTheme()
  const [drafts, setDrafts] = useAtom(draftsAtom)
  const values = { ...initialValues, ...(drafts[id]?.values as Partial<V> | undefined) }
  const shown = steps.filter((step) => !step.skip?.(values))
  const index = Math.max(
    0,
    shown.findIndex((step) => step.key === drafts[id]?.step),
  )
  const step = shown[index]
  const [problem, setProblem] = useState<string | null>(null)
  const [wrong, setWrong] = useState<readonly FieldError[]>([])
  const [busy, setBusy] = useState(false)
  const [asking, setAsking] = useState(false)
  const heading = useRef<HTMLHeadingElement>(null)
  const blocker = useUnsavedGuard(Boolean(drafts[id]) && !busy)

  const first = useRef(true)
  useEffect(() => {
    if (!first.current) heading.current?.focus()
    first.current = false
  }, [index])

  const idOf = useCallback((name: string) => `${prefix}${name}`, [prefix])
  const register = useCallback(() => () => undefined, [])
  const keep = (draft: Partial<Draft>) => {
    setProblem(null)
    setWrong([])
    setDrafts((all) => ({ ...all, [id]: { step: step?.key ?? '', values, ...draft } }))
  }
  const forget = () => setDrafts(({ [id]: _gone, ...rest }) => rest)
  const go = (to: number) => keep({ step: shown[to]?.key ?? '' })

  const refuse = (errors: readonly FieldError[], words: string) => {
    setProblem(words)
    setWrong(errors)
    const first = errors[0]
    if (first) document.getElementById(idOf(first.field))?.focus()
  }

  const forward = async () => {
    const found = (step?.validate?.(values) ?? []).filter((result): result is FieldError => result !== false)
    if (found.length) return refuse(found, t('core.wizard.missing'))
    if (index < shown.length - 1) return go(index + 1)
    setBusy(true)
    try {
      await onFinish(values)
      forget()
    } catch (error) {
      const refused = toApiError(error)
      refuse(refused.fields, ofError(refused, part))
    } finally {
      setBusy(false)
    }
  }

  const form: FormState = {
    values: values as FormValues,
    setValue: (name, value) => keep({ values: { ...values, [name]: value } }),
    errorOf: (name) => {
      const error = wrong.find((candidate) => candidate.field === name)
      return error && ofField(error, part)
    },
    register,
    idOf,
    submitting: busy,
    dirty: Boolean(drafts[id]),
  }

  if (!step) return null
  return (
    <Stack sx={{ gap: 5 }}>
      <Stack component="ol" direction="row" aria-label={t('core.wizard.steps')} sx={{ listStyle: 'none', p: 0, m: 0, gap: 2 }}>
        {shown.map((item, position) => {
          const done = position < index
          const current = position === index
          return (
            <Stack component="li" key={item.key} aria-current={current ? 'step' : undefined} sx={{ flex: 1, minWidth: 0, gap: 2 }}>
              <Box sx={{ height: 4, borderRadius: '2px', bgcolor: done || current ? brand.primary.edge : surfaces.track }} />
              <Stack
                direction="row"
                sx={{
                  gap: 1,
                  alignItems: 'center',
                  color: current ? 'text.primary' : 'text.secondary',
                  display: { xs: 'none', md: 'flex' },
                }}
              >
                {done && <Icon name="check" label={t('core.wizard.done')} sx={{ fontSize: 16, color: 'primary.main' }} />}
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
        <Typography variant="h2" ref={heading} tabIndex={-1} sx={{ mb: 4, '&:focus': { outline: 'none' } }}>
          {step.label}
        </Typography>
        <FormContext value={form}>{step.render({ values, update: (changes) => keep({ values: { ...values, ...changes } }) })}</FormContext>
        {problem && (
          <Typography role="alert" sx={{ color: 'error.main', mt: 4 }}>
            {problem}
          </Typography>
        )}
      </Paper>
      <Stack direction="row" sx={{ gap: 2, justifyContent: 'space-between' }}>
        {index > 0 ? (
          <Button variant="outlined" startIcon={<Icon name="back" />} onClick={() => go(index - 1)}>
            {t('core.actions.back')}
          </Button>
        ) : (
          <span />
        )}
        <Stack direction="row" sx={{ gap: 2 }}>
          {onCancel && (
            <Button color="inherit" onClick={() => (drafts[id] ? setAsking(true) : onCancel())}>
              {t('core.actions.cancel')}
            </Button>
          )}
          <Button variant="contained" loading={busy} onClick={() => void forward()}>
            {index < shown.length - 1 ? t('core.actions.next') : finishLabel}
          </Button>
        </Stack>
      </Stack>
      <ConfirmDialog
        open={asking || blocker.state === 'blocked'}
        title={t('core.wizard.leave_title')}
        text={t('core.wizard.leave_text')}
        confirmLabel={t('core.form.leave')}
        cancelLabel={t('core.form.stay')}
        destructive
        onCancel={() => {
          setAsking(false)
          blocker.reset?.()
        }}
        onConfirm={() => {
          forget()
          if (blocker.state === 'blocked') blocker.proceed()
          else onCancel?.()
        }}
      />
    </Stack>
  )
}
