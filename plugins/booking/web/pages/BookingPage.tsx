import { Alert, Box, Button, CircularProgress, MenuItem, Stack } from '@mui/material'
import { useEffect, useState } from 'react'
import { Navigate, useNavigate, useSearchParams } from 'react-router'
import { can } from '#core/contract/access'
import { api, queryClient, useApiMutation, useErrorText } from '#web/api'
import { useFormat, useMessagesOf, useT } from '#web/i18n'
import { goOutside, useAllowed } from '#web/session'
import { arriving, usePageTitle } from '#web/shell'
import {
  ErrorState,
  FactList,
  Icon,
  LoadingState,
  PageHeader,
  PopupMenu,
  Section,
  SlotOutlet,
  StatusChip,
  useFocusWhenGone,
  useToast,
} from '#web/ui'
import { PAID_PARAM } from '#plugins/payments/contract/index'
import { bookingSeatsSlot, bookingStatuses } from '../../contract/index.js'
import { placeOf } from '../../contract/place.js'
import type { Act } from '../../server/services/act_names.js'
import type { BookingDetail } from '../../server/transformers/booking_transformer.js'
import { ActDialog } from '../components/ActDialog.js'
import { Bills } from '../components/Bills.js'
import { Agreements } from '../components/ExamTerms.js'
import { Costs } from '../components/Costs.js'
import { History } from '../components/History.js'
import { People } from '../components/People.js'
import { useBooking } from '../queries.js'
import { useExamTime } from '../use_exam_time.js'

/**
 * /administratie/boekingen/wijzigen?id= — a booking and the acts on it; /deelnemer/boeking?id= — the same page for a booking that a
 * participant made for themselves, who can only pay.
 */
export default function BookingPage() {
  const t = useT()
  const [params] = useSearchParams()
  const manages = useAllowed(can('booking.manage'))
  const query = useBooking(params.get('id') ?? '', !manages)
  const booking = query.data?.data
  // The states of exams and invoices use the messages of their own plugins.
  const hasWords = useMessagesOf(['exams', 'invoices'])
  usePageTitle(booking?.number)
  // Without an ID there is nothing to load.
  if (!params.get('id')) return <Navigate to={manages ? '/administratie?tab=booking.bookings' : '/deelnemer/trainingen'} replace />
  if (booking && hasWords) return <Page booking={booking} />
  if (query.error)
    return <ErrorState asPage error={query.error} part="booking" title={t('booking.change.failed')} onRetry={() => void query.refetch()} />
  return <LoadingState shape="page" count={4} />
}

/** Delays in milliseconds before the provider is asked again after a person returns from paying. */
const ASKED_AFTER = [1_500, 10_000, 30_000, 60_000]

/** In the order in which people look for them; the first one that is allowed is the page's main action. */
const ORDER: readonly Act[] = [
  'discount_confirmed',
  'processed',
  'add_exam',
  'update_exam',
  'extend_course',
  'restart',
  'update_course',
  'cancel_exam',
  'cancel_course',
  'adjust_exam',
  'discount_refused',
  'refuse',
]

function Page({ booking }: { booking: BookingDetail }) {
  const t = useT()
  const format = useFormat()
  const time = useExamTime()
  const navigate = useNavigate()
  const manages = useAllowed(can('booking.manage'))
  const isReleased = booking.people.some(({ course }) => course === 'released' || course === 'begun')
  const [asked, setAsked] = useState<{ act: Act; person?: BookingDetail['people'][number] } | null>(null)
  return (
    <>
      <PageHeader
        title={`${booking.number} · ${booking.course}`}
        text={`${booking.company} · ${t(`booking.type.${booking.type}`)} · ${format.date(booking.created_at)}`}
        trail={[
          manages
            ? { label: t('booking.bookings.title'), to: '/administratie?tab=booking.bookings' }
            : { label: t('booking.pay.trainings'), to: '/deelnemer/trainingen' },
        ]}
        badge={<StatusChip of={bookingStatuses} status={booking.status} />}
        {...(!manages &&
          isReleased && {
            action: { label: t('booking.pay.trainings'), icon: 'school' as const, onClick: () => void navigate('/deelnemer/trainingen') },
          })}
      />
      <Stack direction={{ xs: 'column', lg: 'row' }} sx={{ gap: 5, alignItems: 'flex-start' }}>
        <Stack sx={{ gap: 5, flex: 1, minWidth: 0, width: '100%' }}>
          {booking.discount === 'proposed' && <Alert severity="info">{t('booking.change.discount_proposed')}</Alert>}
          <Payment booking={booking} />
          {(manages || booking.acts.length > 0) && <Actions booking={booking} onAct={(act) => setAsked({ act })} />}
          {booking.by_keys ? (
            <SlotOutlet slot={bookingSeatsSlot} with={{ booking }} />
          ) : (
            <People booking={booking} onAct={(act, person) => setAsked({ act, person })} />
          )}
          {booking.exam && (
            <Section title={t('booking.change.exam')}>
              <FactList
                facts={[
                  { label: t('booking.column.exam_at'), value: time.long(booking.exam.startsAt) },
                  { label: t('booking.column.city'), value: placeOf(booking.exam) },
                ]}
              />
              <Agreements agreements={booking.agreements} />
            </Section>
          )}
          <Bills bills={booking.bills} />
          <Billing booking={booking} />
          <History lines={booking.history} />
        </Stack>
        <Box sx={{ width: { xs: '100%', lg: 340 }, flexShrink: 0 }}>
          <Section title={t('booking.costs.title')}>
            <Costs costs={booking.costs} />
          </Section>
        </Box>
      </Stack>
      {asked && (
        <ActDialog
          booking={booking}
          {...asked}
          onClose={() => setAsked(null)}
          onDone={(id) => id !== booking.id && void navigate(`/administratie/boekingen/wijzigen?id=${id}`, arriving)}
        />
      )}
    </>
  )
}

/** After a person returns from paying, the provider is asked at once and again later, in case its webhook is late. */
function useCameBack(booking: BookingDetail): boolean {
  const [params] = useSearchParams()
  const [tries, setTries] = useState(0)
  const waits = params.has(PAID_PARAM) && ['created', 'open'].includes(booking.status)
  useEffect(() => {
    if (!waits || tries >= ASKED_AFTER.length) return
    const timer = setTimeout(() => {
      setTries(tries + 1)
      // A failure does no harm: the page polls on, and the webhook still arrives.
      void api.booking.bookings
        .check({ params: { id: booking.id } })
        .then(() => queryClient.invalidateQueries({ queryKey: ['booking', 'booking'] }))
        .catch(() => undefined)
    }, ASKED_AFTER[tries])
    return () => clearTimeout(timer)
  }, [waits, tries, booking.id])
  return waits
}

/** For an unpaid booking: what to do. The page polls until the server knows more. */
function Payment({ booking }: { booking: BookingDetail }) {
  const t = useT()
  const format = useFormat()
  const mayBook = useAllowed(can('booking.book'))
  const toast = useToast()
  const { ofError } = useErrorText()
  const cameBack = useCameBack(booking)
  const pay = useApiMutation(() => api.booking.bookings.pay({ params: { id: booking.id } }), {
    onSuccess: ({ data }) => goOutside(data.pay_url),
    quiet: true,
    onError: (error) => {
      toast.error(ofError(error, 'booking'))
      // The booking was paid or removed meanwhile, so the shown data is stale.
      void queryClient.invalidateQueries({ queryKey: ['booking', 'booking'] })
    },
  })
  if (!['created', 'open', 'failed', 'expired'].includes(booking.status)) return null
  // A person who has just paid is not asked to pay.
  if (cameBack)
    return (
      <Alert severity="info" role="status" icon={<CircularProgress size={20} aria-hidden />}>
        {t('booking.pay.wait')}
      </Alert>
    )
  const waits = booking.status === 'created' || booking.status === 'open'
  return (
    <Alert severity={waits ? 'info' : 'warning'} sx={{ '& .MuiAlert-message': { flex: 1 } }}>
      {/* On a phone the button is below the text, which would have only half a line beside it. */}
      <Stack direction={{ xs: 'column', sm: 'row' }} sx={{ gap: 3, justifyContent: 'space-between', alignItems: { sm: 'center' } }}>
        <span>
          {t(`booking.pay.${waits ? 'open' : 'failed'}${booking.exam ? '' : '_course'}`, {
            time: booking.pay_until ? format.time(booking.pay_until) : '',
          })}
        </span>
        {mayBook && (
          <Button variant="contained" loading={pay.isPending} onClick={() => pay.mutate(undefined)} sx={{ flexShrink: 0 }}>
            {t('booking.pay.again', { amount: format.money(booking.costs.total_cents) })}
          </Button>
        )}
      </Stack>
    </Alert>
  )
}

function Actions({ booking, onAct }: { booking: BookingDetail; onAct: (act: Act) => void }) {
  const t = useT()
  const navigate = useNavigate()
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const noteFocus = useFocusWhenGone()
  const mayBook = useAllowed(can('booking.again'))
  const again = useApiMutation(() => api.booking.wizard.again({ body: { booking: booking.id } }), {
    onSuccess: () => {
      queryClient.removeQueries({ queryKey: ['booking', 'draft'] })
      void navigate('/intern/booking')
    },
  })
  const acts = ORDER.filter((one) => booking.acts.includes(one))
  const [first, second, ...rest] = acts
  const button = (act: Act, main: boolean) => (
    <Button key={act} variant={main ? 'contained' : 'outlined'} onClick={() => onAct(act)}>
      {t(`booking.act.${act}`)}
    </Button>
  )
  return (
    <Stack direction="row" onFocus={noteFocus} sx={{ gap: 2, flexWrap: 'wrap' }}>
      {/* Cancelling is never the main action, also where nothing else is possible. */}
      {first && button(first, first !== 'cancel_course' && first !== 'cancel_exam')}
      {second && button(second, false)}
      {mayBook && (
        <Button variant="outlined" loading={again.isPending} onClick={() => again.mutate(undefined)}>
          {t('booking.act.book_again')}
        </Button>
      )}
      {rest.length > 0 && (
        <>
          <Button
            variant="outlined"
            aria-haspopup="menu"
            aria-expanded={Boolean(anchor)}
            endIcon={<Icon name="expand" />}
            onClick={(event) => setAnchor(event.currentTarget)}
          >
            {t('core.nav.more')}
          </Button>
          <PopupMenu label={t('core.nav.more')} anchor={anchor} onClose={() => setAnchor(null)}>
            {rest.map((act) => (
              <MenuItem
                key={act}
                onClick={() => {
                  setAnchor(null)
                  onAct(act)
                }}
              >
                {t(`booking.act.${act}`)}
              </MenuItem>
            ))}
          </PopupMenu>
        </>
      )}
    </Stack>
  )
}

function Billing({ booking }: { booking: BookingDetail }) {
  const t = useT()
  const { buyer } = booking
  return (
    <Section title={t('booking.change.billing')}>
      <FactList
        facts={[
          { label: t('booking.billing.method'), value: t(`booking.billing.method_${booking.payment_method}`) },
          { label: t('booking.billing.company'), value: buyer.company },
          { label: t('booking.billing.contact'), value: [buyer.contact, buyer.contact_email].filter(Boolean).join(' · ') },
          { label: t('booking.billing.invoice_email'), value: buyer.invoice_email },
          {
            label: t('booking.billing.street'),
            value: [buyer.street, `${buyer.postal_code ?? ''} ${buyer.city ?? ''}`.trim()].filter(Boolean).join(', '),
          },
          { label: t('booking.billing.vat_number'), value: buyer.vat_number },
          ...(buyer.registration_number ? [{ label: t('booking.billing.registration_number'), value: buyer.registration_number }] : []),
          { label: t('booking.billing.order_number'), value: booking.order_number },
          ...(booking.wishes ? [{ label: t('booking.column.wishes'), value: booking.wishes }] : []),
        ]}
      />
    </Section>
  )
}
