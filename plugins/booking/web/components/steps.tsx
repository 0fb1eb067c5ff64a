import { Alert, Box, Stack, Typography } from '@mui/material'
import { useEffect, useState } from 'react'
import { useFormat, useT } from '#web/i18n'
import { DayInput, FactList, hasWords, SearchField, SegmentedControl, TextInput } from '#web/ui'
import type { WizardValues } from '../answers.js'
import { type PlanView, useMoments, useOffers } from '../queries.js'
import { useExamTime } from '../use_exam_time.js'
import { Adjustments } from './Adjustments.js'
import { AskExamTerms } from './ExamTerms.js'
import { ChoiceCards } from './ChoiceCards.js'
import { Country } from './Country.js'
import { KnownPeople } from './KnownPeople.js'

type Offers = NonNullable<ReturnType<typeof useOffers>['data']>['data']
interface StepProps {
  values: WizardValues
  update: (changes: Partial<WizardValues>) => void
}

/** The courses to book, with a filter by sector. The chosen one asks in which type it is booked. */
export function CourseStep({ values, update, offers, plan }: StepProps & { offers: Offers; plan: PlanView | undefined }) {
  const t = useT()
  const format = useFormat()
  const [text, setText] = useState('')
  const sectors = [...new Set(offers.map(({ sector }) => sector))].sort()
  const option = sectors.find((sector) => sector === values.option) ?? 'all'
  const inSector = offers.filter(({ sector }) => option === 'all' || sector === option)
  const found = inSector.filter(({ name, shortname }) => hasWords(`${name} ${shortname}`, text))
  const filter = (next: string) => {
    const course = offers.find(({ id }) => id === values.course)
    const isHidden = course && next !== 'all' && course.sector !== next
    update({ option: next, ...(isHidden && { course: null, type: '', moment: null }) })
  }
  return (
    <Stack sx={{ gap: 4 }}>
      {sectors.length > 1 && (
        <SegmentedControl
          label={t('booking.course.sector')}
          options={['all', ...sectors].map((value) => ({ value, label: t(`booking.option.${value}`) }))}
          value={option}
          onChange={filter}
        />
      )}
      {inSector.length > 6 && <SearchField label={t('booking.course.search')} value={text} onChange={setText} />}
      {found.length ? (
        <ChoiceCards
          name="course"
          label={t('booking.step.course')}
          numeric
          onChoose={() => update({ type: '', moment: null })}
          choices={found.map((offer) => ({
            value: String(offer.id),
            title: offer.name,
            text: [format.minutes(offer.duration_minutes), offer.adults_only && t('booking.course.adults')].filter(Boolean).join(' · '),
            aside: offer.price_cents ? format.money(offer.price_cents) : t('booking.course.free'),
            // The plan may still be that of the course chosen before.
            detail: plan?.course === offer.id && <TypeChoice values={values} update={update} types={plan.types} />,
          }))}
        />
      ) : (
        <Typography sx={{ color: 'text.secondary' }}>{t('booking.course.none')}</Typography>
      )}
    </Stack>
  )
}

/** E-learning, exam or both. The only possible type is chosen without asking. */
function TypeChoice({ values, update, types }: StepProps & { types: PlanView['types'] }) {
  const t = useT()
  const only = types.length === 1 && values.type !== types[0] ? types[0] : undefined
  useEffect(() => {
    if (only) update({ type: only })
  }, [only, update])
  if (types.length < 2) return null
  return (
    <Box sx={{ pl: { xs: 3, sm: 6 } }}>
      <ChoiceCards
        name="type"
        label={t('booking.step.type')}
        columns={3}
        onChoose={(type) => type === 'elearning' && update({ moment: null })}
        choices={types.map((type) => ({ value: type, title: t(`booking.type.${type}`), text: t(`booking.type_text.${type}`) }))}
      />
    </Box>
  )
}

/** Shows what will be booked and what cancelling would cost, and asks for missing birth dates, adjustments of the exam and wishes. */
export function ConfirmStep({ values, update, offers, plan }: StepProps & { offers: Offers; plan: PlanView | undefined }) {
  const t = useT()
  const time = useExamTime()
  const format = useFormat()
  const course = offers.find(({ id }) => id === values.course)
  const moments = useMoments({ course: values.course ?? 0 })
  const moment = moments.data?.data.find(({ id }) => id === values.moment)
  const nameOf = (index: number) => plan?.people[index]?.name ?? ''
  const asked = (plan?.problems ?? []).filter(({ field }) => field.endsWith('.birthdate')).map(({ field }) => Number(field.split('.')[1]))
  // A birth date that was asked for keeps its field once it is filled in.
  const given = values.people.flatMap(({ birthdate }, index) => (birthdate ? [index] : []))
  const birthdates = [...new Set([...asked, ...given])].sort((a, b) => a - b)
  const tooYoung = plan?.problems.filter(({ rule }) => rule === 'adults_only') ?? []
  return (
    <Stack sx={{ gap: 5 }}>
      <KnownPeople values={values} update={update} plan={plan} />
      <FactList
        facts={[
          { label: t('booking.column.course'), value: course?.name },
          { label: t('booking.column.type'), value: values.type && t(`booking.type.${values.type}`) },
          {
            label: t('booking.column.people'),
            value:
              values.seats !== null
                ? t('booking.people.keys_chosen', { count: Number(values.seats) || 0 })
                : format.list((plan?.people ?? []).map(({ name, email }) => name || email)),
          },
          ...(values.type === 'elearning'
            ? []
            : [
                {
                  label: t('booking.column.exam_at'),
                  value: moment && `${time.long(moment.starts_at)}, ${moment.location}, ${moment.city}`,
                },
              ]),
        ]}
      />
      {birthdates.length > 0 && (
        <Stack sx={{ gap: 3 }}>
          <Alert severity="info">{t('booking.people.birthdate_why')}</Alert>
          {birthdates.map((index) => (
            <DayInput
              key={index}
              name={`people.${index}.birthdate`}
              label={t('booking.people.birthdate_of', { name: nameOf(index) })}
              required
              min="1900-01-01"
            />
          ))}
          {tooYoung.map(({ field }) => (
            <Alert severity="error" key={field}>
              {`${nameOf(Number(field.split('.')[1]))}: ${t('booking.rules.adults_only')}`}
            </Alert>
          ))}
        </Stack>
      )}
      <Adjustments values={values} update={update} plan={plan} />
      <TextInput name="wishes" label={t('booking.wishes.label')} help={t('booking.wishes.help')} rows={3} maxLength={2000} />
      {plan && (
        <Alert severity="info" icon={false}>
          {values.type !== 'elearning' &&
            t('booking.confirm.policy', {
              free: plan.policy.free_days,
              part: plan.policy.part_days,
              percent: format.percent(plan.policy.part_share / 100),
            })}{' '}
          {values.type !== 'exam' && t('booking.confirm.policy_course')}
        </Alert>
      )}
      {values.type !== 'elearning' && plan?.exam_terms && <AskExamTerms moment={values.moment} />}
    </Stack>
  )
}

export function BillingStep({ plan, country }: { plan: PlanView | undefined; country: string }) {
  const t = useT()
  const format = useFormat()
  const methods = plan?.methods ?? []
  const costsMore = methods.some(({ costs_cents: cents }) => cents > 0)
  const costsOf = (cents: number) =>
    cents ? t('booking.billing.method_costs', { amount: format.money(cents) }) : t('booking.billing.method_free')
  const field = (name: string, optional = false) => (
    <TextInput name={`buyer.${name}`} label={t(`booking.billing.${name}`)} required={!optional} maxLength={254} />
  )
  if (plan && !plan.methods.length) return <Alert severity="warning">{t('booking.billing.no_method')}</Alert>
  return (
    <Stack sx={{ gap: 5 }}>
      <ChoiceCards
        name="method"
        label={t('booking.billing.method')}
        columns={2}
        choices={methods.map(({ method, costs_cents: cents }) => ({
          value: method,
          title: t(`booking.billing.method_${method}`),
          ...(costsMore && { text: costsOf(cents) }),
        }))}
      />
      <Box sx={{ display: 'grid', gap: 4, gridTemplateColumns: { xs: '1fr', sm: '1fr 1fr' } }}>
        {field('company')}
        {field('contact')}
        {field('contact_email')}
        {field('invoice_email')}
        {field('street')}
        {field('postal_code')}
        {field('city')}
        <Country />
        <TextInput name="buyer.vat_number" label={t('booking.billing.vat_number')} help={t('booking.billing.vat_help')} maxLength={20} />
        {country === 'NL' && (
          <TextInput
            name="buyer.registration_number"
            label={t('booking.billing.registration_number')}
            help={t('booking.billing.registration_help')}
            inputMode="numeric"
            maxLength={20}
          />
        )}
        <TextInput name="order_number" label={t('booking.billing.order_number')} help={t('booking.billing.order_help')} maxLength={50} />
      </Box>
    </Stack>
  )
}
