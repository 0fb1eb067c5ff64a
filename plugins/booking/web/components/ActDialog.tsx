import { Dialog, DialogContent, DialogTitle, Typography } from '@mui/material'
import { useId } from 'react'
import { can } from '#core/contract/access'
import { api } from '#web/api'
import { useFormat, useT } from '#web/i18n'
import { useAllowed } from '#web/session'
import { check, CheckInput, Form, FormActions, SelectInput, TextInput, useAskedClose, useFormState, useToast } from '#web/ui'
import { ADJUSTMENTS } from '#plugins/exams/contract/adjustments'
import type { Act } from '../../server/services/act_names.js'
import type { BookingDetail } from '../../server/transformers/booking_transformer.js'
import { shortfallOf } from '../../shortfall.js'
import { bookingsChanged, useMoments, useOffers } from '../queries.js'
import { useExamTime } from '../use_exam_time.js'
import { AskExamTerms } from './ExamTerms.js'
import { Moments } from './Moments.js'

interface ActDialogProps {
  booking: BookingDetail
  act: Act
  /** The only person of the action; otherwise all of them. */
  person?: BookingDetail['people'][number] | undefined
  onClose: () => void
  /** Gets the ID of the booking that was changed: the person's own, when the act was for one of several. */
  onDone?: (id: number) => void
}

interface ActValues {
  moment: number | null
  course: string
  reason: string
  exam_terms: string
  reading_aloud: boolean
  extra_time: boolean
}

const ASKS_MOMENT: readonly Act[] = ['add_exam', 'update_exam']
const DESTRUCTIVE: readonly Act[] = ['cancel_course', 'cancel_exam', 'refuse', 'discount_refused']

/** A dialog for one act on a booking: its effect and price, the input it needs, and the button that runs it. */
export function ActDialog({ booking, act, person, onClose, onDone }: ActDialogProps) {
  const t = useT()
  const id = useId()
  const toast = useToast()
  const text = useMeaning(booking, act, person)
  const label = t(`booking.act.${act}`)
  const asksMoment = ASKS_MOMENT.includes(act)
  const askedClose = useAskedClose(onClose)
  const manages = useAllowed(can('booking.manage'))
  // For a booking of one person, nobody has to be named.
  const chosen = (person ?? booking.people[0])?.adjustments ?? []
  return (
    <Dialog open onClose={askedClose} maxWidth="sm" fullWidth aria-labelledby={id}>
      <DialogTitle id={id}>{person ? t('booking.act.for', { act: label, name: person.name }) : label}</DialogTitle>
      <DialogContent sx={{ pb: 6, '&&': { pt: 2 } }}>
        {person && act !== 'adjust_exam' && <Typography sx={{ mb: 3 }}>{t('booking.ask.person')}</Typography>}
        {text && <Typography sx={{ color: 'text.secondary', mb: 5 }}>{text}</Typography>}
        <Form<ActValues, unknown>
          initialValues={{
            ...{ moment: null, course: '', reason: '', exam_terms: '' },
            ...{ reading_aloud: chosen.includes('reading_aloud'), extra_time: chosen.includes('extra_time') },
          }}
          guard={false}
          part="booking"
          validate={(values) => [
            asksMoment && check.required(values, 'moment'),
            act === 'update_course' && check.required(values, 'course'),
            act === 'refuse' && check.required(values, 'reason'),
          ]}
          onSubmit={({ moment, course, reason, exam_terms: terms, ...values }) => {
            const adjustments = ADJUSTMENTS.filter((one) => values[one])
            if (!manages) {
              const body = { adjustments, updated_at: booking.updated_at }
              return api.booking.own.adjust({ params: { id: booking.id }, body })
            }
            return api.booking.bookings.change({
              params: { id: booking.id },
              body: {
                act,
                updated_at: booking.updated_at,
                ...(person?.membership_id && { person: person.membership_id }),
                ...(moment && { moment }),
                ...(course && { course: Number(course) }),
                ...(reason && { reason }),
                ...(terms && { exam_terms: terms }),
                ...(act === 'adjust_exam' && { adjustments }),
              },
            })
          }}
          onSuccess={(done) => {
            toast.success(t('booking.act_done', { act: label }))
            bookingsChanged()
            onClose()
            onDone?.((done as { data: BookingDetail }).data.id)
          }}
        >
          {asksMoment && (
            <>
              <Moments
                course={booking.course_id}
                booking={booking.id}
                people={person ? 1 : booking.people.length}
                except={booking.exam && act === 'update_exam' ? booking.moment_id : null}
              />
              <PriceOfChosen booking={booking} act={act} people={person ? 1 : booking.people.length} />
              <TermsOfChosen />
            </>
          )}
          {act === 'adjust_exam' &&
            ADJUSTMENTS.filter((one) => booking.adjusting?.adjustments.includes(one) || chosen.includes(one)).map((one) => (
              <CheckInput key={one} name={one} label={t(`booking.adjustment.${one}`)} />
            ))}
          {act === 'update_course' && <OtherCourse except={booking.course_id} />}
          {DESTRUCTIVE.includes(act) && (
            <TextInput
              name="reason"
              label={t('booking.ask.reason')}
              help={t('booking.ask.reason_help')}
              rows={3}
              maxLength={1000}
              required={act === 'refuse'}
            />
          )}
          <FormActions
            submitLabel={label}
            onCancel={onClose}
            cancelLabel={t('booking.ask.leave')}
            destructive={DESTRUCTIVE.includes(act)}
          />
        </Form>
      </DialogContent>
    </Dialog>
  )
}

/** The platform's admins can read the terms, but do not agree to them in a company's name. */
function TermsOfChosen() {
  const mayAgree = useAllowed(can('booking.book'))
  const moment = useFormState().valueOf('moment') as number | null
  return <AskExamTerms moment={moment} readOnly={!mayAgree} />
}

/** The cost of adding or moving an exam to the chosen moment. Each exam has its own price, and some bill a minimum number of people. */
function PriceOfChosen({ booking, act, people }: { booking: BookingDetail; act: Act; people: number }) {
  const t = useT()
  const format = useFormat()
  const chosen = useFormState().valueOf('moment') as number | null
  const moments = useMoments({ course: booking.course_id, booking: booking.id }).data?.data ?? []
  const moment = moments.find(({ id }) => id === chosen)
  const moving = act === 'update_exam' ? booking.moving : null
  const each = moment?.price_cents ?? moving?.exam_price_cents ?? booking.exam_price_cents
  if (!moment || each === null) return null
  const missing = each * shortfallOf({ billedLeast: moment.billed_least, seats: moment.seats, seatsLeft: moment.seats_left }, people)
  const leaving = moving ? moving.leaving_cents[people === booking.people.length ? 'all' : 'one'] : 0
  const sentence = (key: string, cents: number) => t(`booking.ask.${key}`, { least: moment.billed_least ?? 0, amount: format.money(cents) })
  const sentences = [
    moving ? !missing && !leaving && t('booking.ask.move_free') : each > 0 && sentence('add_exam', each),
    missing > 0 && sentence('add_exam_least', missing),
    missing < 0 && sentence('add_exam_filled', -missing),
    leaving > 0 && sentence('leave_missing', leaving),
    leaving < 0 && sentence('leave_least', -leaving),
    moving && (missing !== 0 || leaving !== 0) && t('booking.ask.move_invoice'),
  ].filter(Boolean)
  return sentences.length ? <Typography role="status">{sentences.join(' ')}</Typography> : null
}

function OtherCourse({ except }: { except: number }) {
  const t = useT()
  const offers = useOffers().data?.data ?? []
  const options = offers.filter(({ id }) => id !== except).map(({ id, name }) => ({ value: String(id), label: name }))
  return <SelectInput name="course" label={t('booking.ask.course')} options={options} required />
}

/** One sentence about the effect of the act, shown before it runs. */
function useMeaning(booking: BookingDetail, act: Act, person: ActDialogProps['person']): string | null {
  const t = useT()
  const format = useFormat()
  const time = useExamTime()
  const costs = (cents: number) => (cents ? t('booking.ask.cancel_costs', { amount: format.money(cents) }) : t('booking.ask.cancel_free'))
  const { cancelling } = person ?? booking
  if (act === 'cancel_course') return costs(cancelling.course)
  if (act === 'cancel_exam' && cancelling.least !== null)
    return [
      t('booking.ask.cancel_least', { least: cancelling.least }),
      t(cancelling.exam ? 'booking.ask.cancel_least_costs' : 'booking.ask.cancel_least_free', { amount: format.money(cancelling.exam) }),
    ].join(' ')
  if (act === 'cancel_exam') return costs(cancelling.exam)
  if (act === 'extend_course') return t(person ? 'booking.ask.extend_one' : 'booking.ask.extend')
  if (act === 'restart') return t(person ? 'booking.ask.restart_one' : 'booking.ask.restart')
  if (act === 'discount_confirmed') return t('booking.change.discount_text')
  if (act === 'update_course') return t('booking.ask.update_course')
  if (act === 'adjust_exam' && booking.adjusting)
    return t('booking.ask.adjust_exam', { until: time.long(booking.adjusting.closes_at), minutes: booking.adjusting.minutes })
  return ASKS_MOMENT.includes(act) ? null : t('booking.ask.plain')
}
