import { fullName } from '#core/contract/full_name'
import { Alert, Box, Button, IconButton, Stack, Typography } from '@mui/material'
import { type KeyboardEvent, useCallback, useContext, useRef, useState } from 'react'
import { useSearchParams } from 'react-router'
import { MAX_LINES, peopleFileSlot } from '#plugins/people/contract/imports'
import { useApiQuery, api, useErrorText } from '#web/api'
import { useT } from '#web/i18n'
import {
  EmptyState,
  Icon,
  NameInputs,
  SearchInput,
  SegmentedControl,
  SlotOutlet,
  TextInput,
  Tip,
  useFormState,
  useIsSlotFilled,
} from '#web/ui'
import type { WizardPerson, WizardValues } from '../answers.js'
import { CompanyContext, type PlanView, usePaused } from '../queries.js'
import { KnownLines, KnownPeople } from './KnownPeople.js'

interface PeopleStepProps {
  values: WizardValues
  update: (changes: Partial<WizardValues>) => void
  plan: PlanView | undefined
}

/** The fields of a person who is typed in but not added yet. */
export const NEW_PERSON = ['new_firstname', 'new_infix', 'new_lastname', 'new_email']

const nobody: WizardPerson = { membership: null, firstname: '', infix: null, lastname: '', email: '', birthdate: null }

/** Choosing the participants: colleagues by search, new people by hand or from a file. */
export function PeopleStep({ values, update, plan }: PeopleStepProps) {
  const t = useT()
  const { valueOf, setValue } = useFormState()
  // Reopens the form when a person is half typed in.
  const [way, setWay] = useState<'existing' | 'new' | 'keys'>(() =>
    values.seats !== null ? 'keys' : NEW_PERSON.some((name) => valueOf(name)) ? 'new' : 'existing',
  )
  const chosen = useRef<HTMLDivElement>(null)
  const change = (next: typeof way) => {
    for (const name of NEW_PERSON) setValue(name, '')
    setWay(next)
    if (next === 'keys') update({ seats: '', people: [] })
    else if (values.seats !== null) update({ seats: null })
  }
  const add = (people: readonly WizardPerson[]) => update({ people: [...values.people, ...people] })
  const mayUseFile = useIsSlotFilled(peopleFileSlot)
  const [read, setRead] = useState<FromFileResult | null>(null)
  const addFromFile = (people: readonly WizardPerson[]) => {
    // Reading the same file twice adds nobody twice.
    const before = new Set(values.people.map(keyOf))
    const fresh = people.filter((person) => !before.has(keyOf(person)))
    const isTooMany = values.people.length + fresh.length > MAX_LINES.participants
    setRead({ keys: isTooMany ? [] : fresh.map(keyOf), known: people.length - fresh.length, isTooMany })
    if (!isTooMany) add(fresh)
  }
  const undoFile = () => {
    const out = new Set(read?.keys)
    update({ people: values.people.filter((person) => !out.has(keyOf(person))) })
    setRead(null)
    chosen.current?.focus()
  }
  return (
    <Stack sx={{ gap: 5 }}>
      {plan?.link && plan.link.min_people > 1 && (
        <Alert severity="info">{t('booking.people.link_min', { count: plan.link.min_people })}</Alert>
      )}
      <Stack direction="row" sx={{ gap: 3, rowGap: 2, flexWrap: 'wrap', alignItems: 'center', justifyContent: 'space-between' }}>
        <SegmentedControl
          label={t('booking.step.people')}
          options={[
            { value: 'existing', label: t('booking.people.way_existing') },
            { value: 'new', label: t('booking.people.way_new') },
            ...(plan?.may_by_keys || way === 'keys' ? [{ value: 'keys' as const, label: t('booking.people.way_keys') }] : []),
          ]}
          value={way}
          onChange={change}
        />
        {mayUseFile && way !== 'keys' && <FromFile onAdd={addFromFile} />}
      </Stack>
      {way === 'existing' && <Existing known={values.people} onAdd={add} />}
      {way === 'new' && <New onAdd={add} />}
      {way === 'keys' && <ByKeys plan={plan} />}
      {/* Removing a person also removes the focused button, so the focus moves here, also when nobody is left. */}
      {way !== 'keys' && (
        <Box ref={chosen} tabIndex={-1} sx={{ display: 'grid', gap: 4, '&:focus': { outline: 'none' } }}>
          {read && <ReadFromFile read={read} onUndo={undoFile} />}
          <KnownPeople values={values} update={update} plan={plan} />
          <Chosen values={values} update={update} plan={plan} onRemove={() => chosen.current?.focus()} />
        </Box>
      )}
    </Stack>
  )
}

/** Seats without names: how many. */
function ByKeys({ plan }: { plan: PlanView | undefined }) {
  const t = useT()
  const { ofField } = useErrorText()
  const problem = plan?.problems.find(({ field }) => field === 'seats')
  return (
    <Stack sx={{ gap: 3 }}>
      <Typography sx={{ color: 'text.secondary' }}>{t('booking.people.keys_text')}</Typography>
      <TextInput name="seats" label={t('booking.people.keys_count')} inputMode="numeric" maxLength={3} required />
      {problem && (
        <Typography variant="body2" role="alert" sx={{ color: 'error.main' }}>
          {ofField(problem, 'booking')}
        </Typography>
      )}
    </Stack>
  )
}

function Existing({ known, onAdd }: { known: readonly WizardPerson[]; onAdd: (people: WizardPerson[]) => void }) {
  const t = useT()
  const [text, setText] = useState('')
  const search = usePaused(text)
  const { setValue } = useFormState()
  const company = useContext(CompanyContext)
  const query = { ...(search && { search }), ...(company && { company: Number(company) }) }
  const found = useApiQuery(['core', 'people', query], () => api.core.people.index({ query }), { keepPrevious: true })
  const people = (found.data?.data ?? []).filter(({ id }) => !known.some(({ membership }) => membership === id))
  const { valueOf } = useFormState()
  const picked = valueOf('picked') as string | undefined
  const chosen = people.find(({ id }) => String(id) === picked)
  if (chosen) {
    // Choosing a person adds them, and empties the field for the next one.
    queueMicrotask(() => {
      setValue('picked', null)
      // The whole name, shown until the plan returns who it is; for a colleague the name is not saved.
      onAdd([{ ...nobody, membership: chosen.id, firstname: chosen.name.slice(0, 100), email: chosen.email ?? '' }])
    })
  }
  return (
    <SearchInput
      name="picked"
      label={t('booking.people.existing')}
      help={t('booking.people.existing_help')}
      required
      options={people.map(({ id, name, email }) => ({ value: String(id), label: email === null ? name : `${name} (${email})` }))}
      onSearch={setText}
      loading={found.isFetching}
    />
  )
}

const EMAIL = /^[^\s@<>",;]+@[^\s@<>",;]+\.[^\s@<>",;]+$/

function New({ onAdd }: { onAdd: (people: WizardPerson[]) => void }) {
  const t = useT()
  const { valueOf, setValue } = useFormState()
  const read = (name: string) => ((valueOf(`new_${name}`) as string | undefined) ?? '').trim()
  const ready = Boolean((read('firstname') || read('lastname')) && EMAIL.test(read('email')))
  const fields = useRef<HTMLDivElement>(null)
  const add = () => {
    onAdd([{ ...nobody, firstname: read('firstname'), infix: read('infix') || null, lastname: read('lastname'), email: read('email') }])
    for (const name of NEW_PERSON) setValue(name, '')
    // The pressed button becomes disabled and would lose the focus; the next person starts with the name field.
    fields.current?.querySelector('input')?.focus()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !ready || !(event.target instanceof HTMLInputElement)) return
    // Enter adds the person instead of going to the next step.
    event.preventDefault()
    add()
  }
  return (
    <Stack ref={fields} sx={{ gap: 3 }} onKeyDown={onKeyDown}>
      <NameInputs prefix="new_" />
      <TextInput name="new_email" label={t('booking.people.email')} required maxLength={254} />
      <Button variant="outlined" startIcon={<Icon name="add" />} disabled={!ready} onClick={add} sx={{ alignSelf: 'flex-start' }}>
        {t('booking.people.add')}
      </Button>
      {!ready && (
        <Typography variant="body2" sx={{ color: 'text.secondary' }}>
          {t('booking.people.add_help')}
        </Typography>
      )}
    </Stack>
  )
}

/** Identifies a person in the wizard. */
const keyOf = ({ membership, email }: WizardPerson) => (membership === null ? email.toLowerCase() : String(membership))

interface FromFileResult {
  /** The added people (`keyOf`). */
  keys: string[]
  /** The number of people who were in the list already. */
  known: number
  isTooMany: boolean
}

/** The number of people that a file added, and a button to remove them again. */
function ReadFromFile({ read: { keys, known, isTooMany }, onUndo }: { read: FromFileResult; onUndo: () => void }) {
  const t = useT()
  if (isTooMany) return <Alert severity="error">{t('booking.rules.too_many_rows')}</Alert>
  return (
    <Alert
      severity="success"
      action={
        keys.length > 0 && (
          <Button color="inherit" size="small" sx={{ whiteSpace: 'nowrap' }} onClick={onUndo}>
            {t('booking.people.file_undo')}
          </Button>
        )
      }
    >
      {t('booking.people.file_added', { count: keys.length, known })}
    </Alert>
  )
}

/** Opens the import of a file in a dialog, so that what was typed in the wizard stays. */
function FromFile({ onAdd }: { onAdd: (people: readonly WizardPerson[]) => void }) {
  const t = useT()
  const company = useContext(CompanyContext)
  const [params] = useSearchParams()
  const [open, setOpen] = useState(params.has('import'))
  const close = useCallback(() => setOpen(false), [])
  return (
    <>
      <Button startIcon={<Icon name="upload" />} onClick={() => setOpen(true)} sx={{ flexShrink: 0 }}>
        {t('booking.people.by_file')}
      </Button>
      {open && <SlotOutlet slot={peopleFileSlot} with={{ target: 'participants', company, onClose: close, onPeople: onAdd }} />}
    </>
  )
}

function Chosen({ values, update, plan, onRemove }: PeopleStepProps & { onRemove: () => void }) {
  const t = useT()
  const { ofField } = useErrorText()
  if (!values.people.length) return <EmptyState icon="people" title={t('booking.people.nobody')} text={t('booking.people.nobody_text')} />
  const problemOf = (index: number) =>
    plan?.problems.find(({ field }) => field.startsWith(`people.${index}.`) && !/\.(birthdate|adjustments)$/.test(field))
  return (
    <Stack sx={{ gap: 2 }}>
      <Typography variant="h3">{t('booking.people.count', { count: values.people.length })}</Typography>
      <Stack
        component="ul"
        sx={({ surfaces }) => ({ listStyle: 'none', m: 0, p: 0, border: `1px solid ${surfaces.divider}`, borderRadius: 1 })}
      >
        {values.people.map((person, index) => {
          const planned = plan?.people[index]?.email === person.email.toLowerCase() || person.membership ? plan?.people[index] : undefined
          const name = fullName(person) || planned?.name || person.email
          const problem = problemOf(index)
          const isNew = !person.membership && !planned?.membership
          return (
            <Stack
              component="li"
              direction="row"
              key={`${person.membership ?? person.email}-${index}`}
              sx={({ surfaces }) => ({
                gap: 3,
                px: 3,
                py: 2,
                alignItems: 'center',
                justifyContent: 'space-between',
                borderTop: index ? `1px solid ${surfaces.divider}` : 0,
              })}
            >
              <div>
                <Typography sx={{ fontWeight: 550 }}>{name}</Typography>
                <Typography variant="body2" sx={{ color: 'text.secondary', overflowWrap: 'anywhere' }}>
                  {[planned?.email ?? person.email, isNew && t('booking.people.is_new')].filter(Boolean).join(' · ')}
                </Typography>
                <KnownLines person={planned} />
                {problem && (
                  <Typography variant="body2" role="alert" sx={{ color: 'error.main' }}>
                    {ofField(problem, 'booking')}
                  </Typography>
                )}
              </div>
              <Tip title={t('booking.people.remove', { name })}>
                <IconButton
                  aria-label={t('booking.people.remove', { name })}
                  onClick={() => {
                    onRemove()
                    update({ people: values.people.filter((_one, other) => other !== index) })
                  }}
                >
                  <Icon name="delete" />
                </IconButton>
              </Tip>
            </Stack>
          )
        })}
      </Stack>
    </Stack>
  )
}
