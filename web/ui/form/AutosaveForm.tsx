import { Alert, Button, Stack } from '@mui/material'
import { useCallback, useEffect, useId, useMemo, useRef, useState, type ReactNode } from 'react'
import { toApiError, useErrorText, type ApiError, type FieldError } from '#web/api'
import type { ChangedMeanwhile } from '#core/contract/errors'
import { useT } from '#web/i18n'
import { markUnsaved } from '#web/session'
import { dropDraft, writeDraft } from './draft.js'
import { FormContext, type FormState, type FormValues, type KnownField } from './form_context.js'
import { MeanwhileNotice, type Meanwhile } from './MeanwhileNotice.js'
import { SaveMark, type SaveState } from './SaveMark.js'
import { useFormValues } from './use_form_values.js'
import { isSame, mergeTheirs, valueAt } from './values.js'

/** Milliseconds without typing before values are sent, and between retries while the server cannot be reached. */
const PAUSE = 800
const RETRY = 5000
const NONE: readonly FieldError[] = []

export interface AutosaveFormProps<V extends object> {
  /** Read once. Change the form's `key` to start again. */
  initialValues: V
  /** Version of the record that the values were read from; each save returns the next. */
  version: string
  /** The form's values of the record in the response to a refused save (409 changed_meanwhile). */
  valuesOf: (current: Readonly<Record<string, unknown>>) => V
  /** Sends all values. */
  save: (values: V, version: string) => PromiseLike<{ version: string; savedAt: string }>
  /** Unsaved values survive a reload, for this person in this tab. */
  draftKey: string
  /** Plugin whose error texts are tried first. */
  part: string
  /** Errors beyond this form's own validation: shown at its fields, with the texts of the server's codes. */
  mistakes?: readonly FieldError[]
  /** Time of the last save, until this form saves; ISO 8601. */
  savedAt?: string | null
  children: ReactNode | ((form: { values: V; setValue: (name: string, value: unknown) => void }) => ReactNode)
}

/**
 * A form without a button: it saves what is typed automatically, and an indicator above it always shows the state. It retries while the
 * server cannot be reached; meanwhile the values survive a reload. When somebody else saved meanwhile, both versions are shown side by
 * side, and nothing is sent until the person chooses.
 */
export function AutosaveForm<V extends object>(props: AutosaveFormProps<V>) {
  const { initialValues, version, valuesOf, save, draftKey, part, mistakes = NONE, savedAt = null, children } = props
  const t = useT()
  const prefix = useId()
  const { ofError, ofField } = useErrorText()
  const { values, setValue: keep, base, setBase, replace, control, dirty: differs } = useFormValues(initialValues, version, draftKey)
  // The values that are being saved. Undoing a change while it is being saved is a change too.
  const [inFlight, setInFlight] = useState<V | null>(null)
  const dirty = differs || (inFlight !== null && !isSame(values, inFlight))
  const [state, setState] = useState<SaveState>({ kind: 'saved', at: savedAt })
  const [lastSaved, setLastSaved] = useState(savedAt)
  const [refused, setRefused] = useState<ApiError | null>(null)
  const [meanwhile, setMeanwhile] = useState<Meanwhile | null>(null)
  const known = useRef(new Map<string, KnownField>())
  // The fields that existed when the error occurred.
  const [named, setNamed] = useState<ReadonlyMap<string, KnownField>>(new Map())
  const waits = meanwhile !== null && meanwhile.differences.length > 0

  // Timers and the unmount handler read the latest values, not those of the time when they were set.
  const latest = useRef({ values, base, dirty, waits, save, valuesOf })
  useEffect(() => {
    latest.current = { values, base, dirty, waits, save, valuesOf }
  })
  const sending = useRef(false)
  const unmounted = useRef(false)
  const [again, setAgain] = useState(0)

  const fail = useCallback(
    (error: ApiError) => {
      const theirs = error.details as Partial<ChangedMeanwhile>
      setNamed(new Map(known.current))
      if (error.code === 'changed_meanwhile' && theirs.current && theirs.version) {
        const { values: mine, base: begun, valuesOf: read } = latest.current
        const current = read(theirs.current)
        const merged = mergeTheirs(mine, begun.values, current)
        setBase({ values: current, version: theirs.version })
        replace(merged.values)
        setMeanwhile({ by: theirs.by ?? null, at: theirs.at ?? null, differences: merged.differences })
        setState({ kind: merged.differences.length ? 'conflict' : 'unsaved' })
        setAgain((n) => n + 1)
      } else if (error.status === 0 || error.status >= 500) setState({ kind: 'offline' })
      else {
        setRefused(error)
        setState({ kind: 'refused' })
      }
    },
    [replace, setBase],
  )
  const flushNow = useRef<() => Promise<void>>(async () => {})
  const flush = useCallback(async () => {
    const { values: sent, base: begun, dirty: isDirty, waits: isWaiting, save: send } = latest.current
    if (!isDirty || isWaiting || sending.current) return
    sending.current = true
    setInFlight(sent)
    setState({ kind: 'saving' })
    let goOn = false
    try {
      const saved = await send(sent, begun.version!)
      setBase({ values: sent, version: saved.version })
      const isSaved = isSame(latest.current.values, sent)
      latest.current = { ...latest.current, base: { values: sent, version: saved.version }, dirty: !isSaved }
      if (isSaved) dropDraft(draftKey)
      // A page that was left has no timer to save what changed during this save.
      goOn = !isSaved && unmounted.current
      setRefused(null)
      setLastSaved(saved.savedAt)
      setState({ kind: 'saved', at: saved.savedAt })
    } catch (thrown) {
      fail(toApiError(thrown))
    } finally {
      sending.current = false
      setInFlight(null)
      setAgain((n) => n + 1)
    }
    if (goOn) await flushNow.current()
  }, [draftKey, fail, setBase])

  useEffect(() => {
    flushNow.current = flush
  }, [flush])

  useEffect(() => {
    if (!dirty) return dropDraft(draftKey)
    writeDraft(draftKey, { values, base: inFlight ?? base.values, version: base.version }, new Set())
    return markUnsaved()
  }, [dirty, draftKey, values, base, inFlight])
  useEffect(() => {
    if (!dirty || waits || state.kind === 'offline' || state.kind === 'refused') return
    const timer = setTimeout(() => void flush(), PAUSE)
    return () => clearTimeout(timer)
  }, [values, dirty, waits, again, state.kind, flush])
  useEffect(() => {
    if (state.kind !== 'offline') return
    const timer = setInterval(() => void flush(), RETRY)
    const now = () => void flush()
    window.addEventListener('online', now)
    return () => {
      clearInterval(timer)
      window.removeEventListener('online', now)
    }
  }, [state.kind, flush])
  // Going to another page of the editor saves at once instead of after the pause.
  useEffect(() => {
    unmounted.current = false
    return () => {
      unmounted.current = true
      void flush()
    }
  }, [flush])

  const setValue = useCallback(
    (name: string, value: unknown) => {
      keep(name, value)
      setRefused(null)
      setState((now) => (now.kind === 'offline' || now.kind === 'conflict' ? now : { kind: 'unsaved' }))
    },
    [keep],
  )
  const refusedFields = refused?.fields
  const form = useMemo<FormState>(
    () => ({
      values: values as FormValues,
      valueOf: (name) => valueAt(values, name),
      setValue,
      clearErrors: () => {},
      errorOf: (name) => {
        const error = [...(refusedFields ?? []), ...mistakes].find(({ field }) => field === name)
        return error && ofField(error, part)
      },
      register: (name, label, facts = {}) => {
        known.current.set(name, { label, ...facts })
        return () => void known.current.delete(name)
      },
      idOf: (name) => `${prefix}${name}`,
      submitting: false,
      dirty,
      control,
    }),
    [values, setValue, refusedFields, mistakes, ofField, part, prefix, dirty, control],
  )
  // As in <Form>: the fields are rendered again only when their values change.
  const drawn = useMemo(() => (typeof children === 'function' ? children({ values, setValue }) : children), [children, values, setValue])
  const keepChosen = () => {
    setMeanwhile(null)
    setState({ kind: 'unsaved' })
    setAgain((n) => n + 1)
  }
  // Undoing one's changes leaves nothing unsaved.
  const isPlain = state.kind === 'saved' || state.kind === 'unsaved'
  const shown: SaveState = !isPlain ? state : dirty ? { kind: 'unsaved' } : { kind: 'saved', at: lastSaved }
  return (
    <FormContext value={form}>
      <Stack sx={{ gap: 4 }}>
        <SaveMark state={shown} onRetry={() => void flush()} />
        {refused && (
          <Alert severity="error">
            {refused.isValidation
              ? refused.fields.map((error) => `${named.get(error.field)?.label ?? error.field}: ${ofField(error, part)}`).join(' ')
              : ofError(refused, part)}
          </Alert>
        )}
        {meanwhile && (
          <Stack sx={{ gap: 2 }}>
            <MeanwhileNotice meanwhile={meanwhile} fields={named} />
            {waits && (
              <Button variant="contained" onClick={keepChosen} sx={{ alignSelf: 'flex-end' }}>
                {t('core.actions.save')}
              </Button>
            )}
          </Stack>
        )}
        {drawn}
      </Stack>
    </FormContext>
  )
}
