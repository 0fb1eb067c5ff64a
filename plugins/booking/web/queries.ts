import { createContext, useContext, useEffect, useState } from 'react'
import { api, queryClient, useApiQuery } from '#web/api'
import type { Answers } from '../server/validators/booking.js'

/** For an admin the ID of the company that they book for, sent with each call of the wizard; empty for everybody else. */
export const CompanyContext = createContext('')
export const forCompany = (company: string): Record<never, never> => (company ? { query: { company: Number(company) } } : {})

export function useOffers() {
  const company = useContext(CompanyContext)
  return useApiQuery(['booking', 'offers', company], () => api.booking.wizard.offers(forCompany(company)), { staleTime: 60_000 })
}
let last: Promise<unknown> = Promise.resolve()
/**
 * Requests for the draft are sent one after the other: an older one that arrives late would overwrite the newer, or restore a deleted
 * draft.
 */
export function inTurn<T>(send: () => Promise<T>): Promise<T> {
  const sent = last.then(send)
  last = sent.catch(() => undefined)
  return sent
}
/** Loaded again each time the wizard opens, after the requests that the previous one was still sending. */
export function useDraft() {
  const company = useContext(CompanyContext)
  return useApiQuery(['booking', 'draft', company], () => inTurn(() => api.booking.wizard.draft(forCompany(company))), { staleTime: 0 })
}
/** The exams that the signed-in person takes. */
export const useOwnExams = () => useApiQuery(['booking', 'own'], () => api.booking.own.index({}))
/** @param own a booking that a participant made for themselves */
export const useBooking = (id: string, own = false) =>
  useApiQuery(['booking', 'booking', id], () => (own ? api.booking.own : api.booking.bookings).show({ params: { id } }), {
    enabled: id !== '',
    // Polls until the server has processed the webhook; the redirect of the browser is no proof of payment.
    again: (answer) => (isWaiting(answer as { data: { status: string } } | undefined) ? 3_000 : false),
  })
const isWaiting = (answer: { data: { status: string } } | undefined) => ['created', 'open'].includes(answer?.data.status ?? '')

/** Invalidates lists, counts and what other plugins show of a booking. */
export const bookingsChanged = () => void queryClient.invalidateQueries()

/** Debounces a value, so that the server is asked once people stop typing. */
export function usePaused<T>(value: T, milliseconds = 350): T {
  const [paused, setPaused] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setPaused(value), milliseconds)
    return () => clearTimeout(timer)
  }, [value, milliseconds])
  return paused
}

/** Milliseconds after which the seats of a chosen moment are counted again. */
const RECOUNT = 30_000

/**
 * The plan that the server computes from the answers: price, payment methods, missing answers.
 * @returns `isFresh`: the plan belongs to the current answers, not to earlier ones. A price that failed to load is not waited for.
 */
export function usePlan(answers: Answers) {
  const key = usePaused(JSON.stringify(answers))
  const company = useContext(CompanyContext)
  const ask = () => api.booking.wizard.price({ ...forCompany(company), body: { answers: JSON.parse(key) as Answers } })
  // Seats of the chosen moment may be taken while the rest is filled in.
  const again = () => (answers.moment ? RECOUNT : false)
  const query = useApiQuery(['booking', 'price', company, key], ask, { keepPrevious: true, again })
  return { plan: query.data?.data, isFresh: key === JSON.stringify(answers) && !query.isFetching && !query.isPending }
}
export type PlanView = NonNullable<ReturnType<typeof usePlan>['plan']>

export interface MomentFilter {
  course: number
  /** For an admin who moves an exam: the booking whose company is used. */
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

/** The terms of the company that gives the exam, in the reader's language. */
export const useExamTerms = (moment: number | null) =>
  useApiQuery(['booking', 'terms', moment], () => api.exams.moments.terms({ params: { id: moment! } }), { enabled: moment !== null })
