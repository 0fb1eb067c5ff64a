import { createContext, useContext, useEffect, useState } from 'react'
import { api, queryClient, useApiQuery } from '#web/api'
import type { Answers } from '../server/validators/booking.js'

/** For an admin the company that they book for, in each call of the wizard; empty for everybody else. */
export const CompanyContext = createContext('')
export const forCompany = (company: string): Record<never, never> => (company ? { query: { company: Number(company) } } : {})

export function useOffers() {
  const company = useContext(CompanyContext)
  return useApiQuery(['booking', 'offers', company], () => api.booking.wizard.offers(forCompany(company)), { staleTime: 60_000 })
}
let last: Promise<unknown> = Promise.resolve()
/** Requests of the draft go one after the other: an older one that arrives later would stand over the newer, or bring back what was dropped. */
export function inTurn<T>(send: () => Promise<T>): Promise<T> {
  const sent = last.then(send)
  last = sent.catch(() => undefined)
  return sent
}
/** Read anew each time that the wizard opens, after what the one before was still sending. */
export function useDraft() {
  const company = useContext(CompanyContext)
  return useApiQuery(['booking', 'draft', company], () => inTurn(() => api.booking.wizard.draft(forCompany(company))), { staleTime: 0 })
}
/** The exams that one takes oneself. */
export const useOwnExams = () => useApiQuery(['booking', 'own'], () => api.booking.own.index({}))
/** @param own booked for oneself, by who manages nothing */
export const useBooking = (id: string, own = false) =>
  useApiQuery(['booking', 'booking', id], () => (own ? api.booking.own : api.booking.bookings).show({ params: { id } }), {
    enabled: id !== '',
    // The server's word of a payment, not the browser's coming back.
    again: (answer) => (isWaiting(answer as { data: { status: string } } | undefined) ? 3_000 : false),
  })
const isWaiting = (answer: { data: { status: string } } | undefined) => ['created', 'open'].includes(answer?.data.status ?? '')

/** Lists, counts and what others show of it. */
export const bookingsChanged = () => void queryClient.invalidateQueries()

/** People stop typing before the server is asked. */
export function usePaused<T>(value: T, milliseconds = 350): T {
  const [paused, setPaused] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setPaused(value), milliseconds)
    return () => clearTimeout(timer)
  }, [value, milliseconds])
  return paused
}

/**
 * What the server makes of the answers: the price, how one may pay, what is missing.
 * @returns `isFresh`: the plan is about these answers, not about earlier ones. A price that could not be read is not waited for.
 */
export function usePlan(answers: Answers) {
  const key = usePaused(JSON.stringify(answers))
  const company = useContext(CompanyContext)
  const ask = () => api.booking.wizard.price({ ...forCompany(company), body: { answers: JSON.parse(key) as Answers } })
  const query = useApiQuery(['booking', 'price', company, key], ask, { keepPrevious: true })
  return { plan: query.data?.data, isFresh: key === JSON.stringify(answers) && !query.isFetching && !query.isPending }
}
export type PlanView = NonNullable<ReturnType<typeof usePlan>['plan']>

export interface MomentFilter {
  course: number
  /** Of an admin who moves it: whose. */
  booking?: number
  city?: string
  language?: string
  month?: string
}
export function useMoments(filter: MomentFilter) {
  const company = useContext(CompanyContext)
  const query = { ...filter, ...(company && { company: Number(company) }) }
  return useApiQuery(['booking', 'moments', query], () => api.booking.wizard.moments({ query: query as never }), { keepPrevious: true })
}

/** What who gives the exam asks of whoever takes it, in the reader's language. */
export const useExamTerms = (moment: number | null) =>
  useApiQuery(['booking', 'terms', moment], () => api.exams.moments.terms({ params: { id: moment! } }), { enabled: moment !== null })
