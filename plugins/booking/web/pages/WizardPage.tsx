import { Alert, Button, Stack } from '@mui/material'
import { useCallback, useContext, useEffect, useMemo, useRef, useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { api, queryClient } from '#web/api'
import { useT } from '#web/i18n'
import { goOutside, useAllowed, useUser } from '#web/session'
import { ChosenCompany } from '#web/shell'
import { can } from '#core/contract/access'
import { isAdminRole } from '#core/contract/roles'
import { check, ErrorState, LoadingState, PageHeader, useConfirm, useToast, Wizard, type WizardStep } from '#web/ui'
import { answersOf, beginWith, BUYER_FIELDS, filledIn, isSeats, valuesOf, type WizardValues } from '../answers.js'
import { CostsPanel } from '../components/Costs.js'
import { MomentGone } from '../components/MomentGone.js'
import { Moments } from '../components/Moments.js'
import { NEW_PERSON, PeopleStep } from '../components/PeopleStep.js'
import { BillingStep, ConfirmStep, CourseStep } from '../components/steps.js'
import { bookingsChanged, CompanyContext, forCompany, inTurn, type PlanView, useDraft, useOffers, usePlan } from '../queries.js'

/** /intern/booking: the booking wizard. An admin first chooses the company that they book for. */
export default function WizardPage() {
  const t = useT()
  const isAdmin = isAdminRole(useUser().user_role)
  if (!isAdmin) return <CompanyWizard />
  return (
    <>
      <PageHeader title={t('booking.wizard.title')} text={t('booking.wizard.text')} />
      <ChosenCompany
        from="/api/booking/companies"
        label={t('booking.column.company')}
        choose={{ title: t('booking.wizard.choose_company'), text: t('booking.wizard.choose_company_text') }}
      >
        {(company) => (
          <CompanyContext key={company} value={company}>
            <CompanyWizard />
          </CompanyContext>
        )}
      </ChosenCompany>
    </>
  )
}

/** The wizard of one company. It resumes where it was left, on any computer. */
function CompanyWizard() {
  const t = useT()
  const company = useContext(CompanyContext)
  const offers = useOffers()
  const draft = useDraft()
  const [isDropping, setDropping] = useState(false)
  const failed = offers.error ?? draft.error
  if (failed) {
    const retry = () => void Promise.all([offers.refetch(), draft.refetch()])
    return <ErrorState asPage error={failed} part="booking" title={t('booking.wizard.failed')} onRetry={retry} />
  }
  // Waits for fresh data instead of the cache of the last visit, because the wizard starts from it.
  // While the draft is deleted nothing can be chosen, because the choice would be lost.
  if (isDropping || !offers.data || draft.data === undefined || !draft.isFetchedAfterMount) return <LoadingState shape="page" count={3} />
  const startOver = async () => {
    setDropping(true)
    try {
      await inTurn(() => api.booking.wizard.drop(forCompany(company)))
      await queryClient.invalidateQueries({ queryKey: ['booking', 'draft'] })
    } finally {
      setDropping(false)
    }
  }
  return <BookingWizard offers={offers.data} draft={draft.data.data} onDrop={startOver} />
}

interface BookingWizardProps {
  offers: NonNullable<ReturnType<typeof useOffers>['data']>
  draft: NonNullable<ReturnType<typeof useDraft>['data']>['data']
  onDrop: () => Promise<void>
}

const send = (company: string, values: WizardValues, step: string) =>
  api.booking.wizard.keep({ ...forCompany(company), body: { answers: answersOf(values), step } })

const saveDraft = async (company: string, values: WizardValues, step: string) => (await inTurn(() => send(company, values, step))).data

let newest = 0
/** Saves in the background. On a slow connection a save that waits in the queue is skipped when a newer one waits too. */
const keepInPassing = (company: string, values: WizardValues, step: string) => {
  const mine = ++newest
  return inTurn(async () => mine === newest && (await send(company, values, step)))
}

/** Saves the draft a moment after the last change, and at once on request and when the page is left. */
function useKeeping() {
  const company = useContext(CompanyContext)
  const waiting = useRef<{ timer: ReturnType<typeof setTimeout>; send: () => Promise<unknown> } | null>(null)
  const stop = useCallback(() => {
    if (waiting.current) clearTimeout(waiting.current.timer)
    waiting.current = null
  }, [])
  const save = useCallback(
    (values: WizardValues, step: string) => {
      stop()
      const send = () => {
        waiting.current = null
        return keepInPassing(company, values, step)
      }
      waiting.current = { send, timer: setTimeout(() => void send().catch(() => undefined), 600) }
    },
    [stop, company],
  )
  const settle = useCallback(
    (values: WizardValues, step: string) => {
      stop()
      return saveDraft(company, values, step)
    },
    [stop, company],
  )
  useEffect(
    () => () => {
      if (!waiting.current) return
      clearTimeout(waiting.current.timer)
      void waiting.current.send().catch(() => undefined)
    },
    [],
  )
  return { save, settle, stop }
}

function BookingWizard({ offers, draft, onDrop }: BookingWizardProps) {
  const t = useT()
  const toast = useToast()
  const confirm = useConfirm()
  const navigate = useNavigate()
  const manages = useAllowed(can('booking.manage'))
  const company = useContext(CompanyContext)
  const { save, settle, stop } = useKeeping()
  const { data: courses, buyer, self } = offers
  const me = useMemo(
    () => (self ? { membership: self, firstname: '', infix: null, lastname: '', email: '', birthdate: null } : null),
    [self],
  )
  const [params, setParams] = useSearchParams()
  // A course chosen in the catalogue: the wizard continues from there, and a reload does not start again.
  const [chosen] = useState(() => courses.find(({ id }) => String(id) === params.get('training')))
  const [initial] = useState(() => {
    const kept = valuesOf(draft?.answers, buyer, me)
    return chosen ? filledIn(beginWith(kept, chosen), params) : kept
  })
  const first = chosen ? firstStep(initial, params) : 'course'
  useEffect(() => {
    if (!chosen) return
    save(initial, first)
    setParams(company ? { id: company } : {}, { replace: true })
    // Only once: the chosen course stays as it was.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [])
  const [values, setValues] = useState(initial)
  const { plan, isFresh } = usePlan(answersOf(values))
  const step = useRef('')
  const keep = useCallback(
    (next: WizardValues, at: string) => {
      setValues(next)
      // The seats are counted again at each step.
      if (step.current && step.current !== at) void queryClient.invalidateQueries({ queryKey: ['booking', 'price'] })
      step.current = at
      save(next, at)
    },
    [save],
  )
  const home = manages ? '/administratie?tab=booking.bookings' : '/deelnemer/trainingen'
  const finish = async (last: WizardValues) => {
    const { id, version } = await settle(last, 'billing')
    const body = { draft: id, version, total_cents: plan?.costs.total_cents ?? 0 }
    const { data } = await api.booking.wizard.book({ ...forCompany(company), body }).catch((error: unknown) => {
      // The price or the seats may have changed: reload what is on the screen.
      for (const what of ['price', 'moments', 'terms']) void queryClient.invalidateQueries({ queryKey: ['booking', what] })
      throw error
    })
    queryClient.removeQueries({ queryKey: ['booking', 'draft'] })
    bookingsChanged()
    if (data.pay_url) return goOutside(data.pay_url)
    toast.success(t('booking.wizard.done', { number: data.number }))
    void navigate(`${manages ? '/administratie/boekingen/wijzigen' : '/deelnemer/boeking'}?id=${data.id}`)
  }
  const drop = () => {
    stop()
    return onDrop()
  }
  const startOver = async () => {
    const question = { title: t('booking.wizard.start_over_title'), confirmLabel: t('booking.wizard.start_over_yes'), destructive: true }
    if (await confirm({ ...question, text: t('booking.wizard.cancel_text') })) await drop()
  }
  const cancel = async () => {
    await drop()
    void navigate(home)
  }
  // A link is limited to its own courses.
  const offered = plan?.link ? courses.filter(({ id }) => plan.link!.courses.includes(id)) : courses
  const steps = useSteps(offered, plan, { isSelf: me !== null, isFresh })
  const refused = plan?.problems.find(({ field }) => field === 'link')
  return (
    <>
      {/* For an admin it is above the choice of the company. */}
      {!company && <PageHeader title={t('booking.wizard.title')} text={t('booking.wizard.text')} />}
      <Stack sx={{ gap: 4 }}>
        {refused && <Alert severity="warning">{t(`booking.rules.${refused.rule}`)}</Alert>}
        {draft && (
          <Button variant="text" onClick={() => void startOver()} sx={{ alignSelf: 'flex-start', ml: -4 }}>
            {t('booking.wizard.start_over')}
          </Button>
        )}
        <Wizard<WizardValues>
          id="booking"
          part="booking"
          initialValues={initial}
          steps={steps}
          finishLabel={t(values.method === 'card' && plan?.costs.total_cents ? 'booking.wizard.finish_and_pay' : 'booking.wizard.finish')}
          onFinish={finish}
          onCancel={() => void cancel()}
          waiting={!isFresh}
          kept={{ step: chosen ? first : stepOf(draft?.step), save: keep }}
          leaving={{
            title: t('booking.wizard.cancel_title'),
            text: t('booking.wizard.cancel_text'),
            confirm: t('booking.wizard.cancel_yes'),
          }}
          aside={() => (
            <CostsPanel
              costs={plan?.costs}
              discountCents={plan?.discount_cents ?? 0}
              contract={plan?.contract?.name ?? null}
              savedCents={plan?.link?.saved_cents ?? null}
            />
          )}
        />
      </Stack>
    </>
  )
}

/** The step where a wizard begins that was opened with a course: the check, if the address answers everything before it. */
const firstStep = ({ type, moment }: WizardValues, params: URLSearchParams): string => {
  if (!type) return 'course'
  return params.has('people') && (type === 'elearning' || moment) ? 'confirm' : 'people'
}

/** Steps that drafts of an earlier version may name, and the steps that ask the same now. */
const EARLIER_STEPS: Record<string, string> = { option: 'course', type: 'course', wishes: 'confirm' }
const stepOf = (step: string | null | undefined): string | null => (step ? (EARLIER_STEPS[step] ?? step) : null)

const isUnagreed = (plan: PlanView | undefined, type: string, agreed: string) =>
  type !== 'elearning' && Boolean(plan?.exam_terms) && plan!.exam_terms !== agreed

function useSteps(
  courses: BookingWizardProps['offers']['data'],
  plan: PlanView | undefined,
  { isSelf, isFresh }: { isSelf: boolean; isFresh: boolean },
): WizardStep<WizardValues>[] {
  const t = useT()
  const label = (key: string) => t(`booking.step.${key}`)
  // Problems that only the server knows, at the step they belong to.
  const found = (prefix: string) => (plan?.problems ?? []).filter(({ field }) => field === prefix || field.startsWith(`${prefix}.`))
  // A moment that was chosen may be full, closed or gone by now.
  const gone = found('moment').filter(({ rule }) => rule !== 'required')
  return [
    {
      key: 'course',
      label: label('course'),
      render: ({ values, update }) => <CourseStep values={values} update={update} offers={courses} plan={plan} />,
      // The types of a course come with its price; the only one is chosen without asking.
      waiting: ({ course, type }) => course !== null && type === '' && !isFresh,
      validate: (values) => [check.required(values, 'course'), values.course !== null && check.required(values, 'type')],
    },
    {
      key: 'people',
      label: label('people'),
      render: ({ values, update }) => <PeopleStep values={values} update={update} plan={plan} />,
      skip: () => isSelf,
      validate: (values) =>
        values.seats !== null
          ? [check.when(!isSeats(values.seats), 'seats', 'seats'), ...found('seats')]
          : [
              // A person who is typed but not added would be lost silently. An empty list of people is then the same problem, so only one error
              // is shown.
              NEW_PERSON.some((name) => String((values as WizardValues & Record<string, unknown>)[name] ?? '').trim() !== '')
                ? { field: 'new_email', rule: 'add_first' }
                : check.required(values, 'people'),
              ...found('people').filter(({ rule, field }) => !/birthdate$|adjustments$/.test(field) && rule !== 'required'),
            ],
    },
    {
      key: 'moment',
      label: label('moment'),
      render: ({ values }) => (
        <>
          <MomentGone plan={isFresh ? plan : null} />
          <Moments
            course={values.course ?? 0}
            people={values.people.length}
            first={values.moments}
            reserved={plan?.link?.reserved ?? null}
          />
        </>
      ),
      skip: ({ type }) => type === 'elearning' || type === '',
      // The seats of the chosen moment are counted with its price.
      waiting: ({ moment }) => moment !== null && !isFresh,
      validate: (values) => [check.required(values, 'moment'), ...gone],
    },
    {
      key: 'confirm',
      label: label('confirm'),
      render: ({ values, update, open }) => (
        <>
          <MomentGone plan={plan} onChoose={() => open('moment')} />
          <ConfirmStep values={values} update={update} offers={courses} plan={plan} />
        </>
      ),
      validate: ({ type, exam_terms: agreed }) => [
        ...gone,
        check.when(isUnagreed(plan, type, agreed), 'exam_terms', 'agree_to_terms'),
        // Also the others: a wizard may begin here.
        ...found('people'),
      ],
    },
    {
      key: 'billing',
      label: label('billing'),
      render: ({ values, open }) => (
        <>
          <MomentGone plan={plan} onChoose={() => open('moment')} />
          <BillingStep plan={plan} country={values.buyer.country} />
        </>
      ),
      validate: (values) => [
        ...gone,
        // For a draft that dates from before the terms.
        check.when(isUnagreed(plan, values.type, values.exam_terms), 'exam_terms', 'agree_in_check'),
        check.required(values, 'method'),
        ...found('link'),
        ...BUYER_FIELDS.filter((field) => field !== 'vat_number' && field !== 'registration_number').map((field) =>
          check.required(values, `buyer.${field}`),
        ),
        check.email(values, 'buyer.contact_email'),
        check.email(values, 'buyer.invoice_email'),
      ],
    },
  ]
}
